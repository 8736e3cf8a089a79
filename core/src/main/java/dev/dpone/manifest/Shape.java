package dev.dpone.manifest;

import java.util.Map;

/**
 * What may be written at one place of a file. One declaration drives the reader, the JSON Schema and the key table of
 * the documentation, so that they cannot differ.
 */
sealed interface Shape
        permits AnyShape,
                ChoiceShape,
                FieldsShape,
                LimitShape,
                ListShape,
                MapShape,
                NameOrFieldsShape,
                PolicyShape,
                ReferenceShape,
                SettingShape,
                SizeShape,
                SwitchShape,
                TextShape,
                WholeShape {
    /** Reports what is wrong with an authored value. */
    void check(Value value, Problems problems);

    /** The JSON Schema of the shape. */
    Map<String, Object> schema(Definitions definitions);

    /** What may be written, in words that follow "must be". */
    String words();

    /** Reports what a value lacks once defaults and overrides are merged. */
    default void complete(Value merged, Problems problems) {}
}
