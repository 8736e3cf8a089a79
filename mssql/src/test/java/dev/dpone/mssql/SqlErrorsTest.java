package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.SocketException;
import java.sql.SQLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "1205, TARGET_CONFLICT, true",
        "3960, TARGET_CONFLICT, true",
        "1222, TARGET_BUSY, false",
        "40613, TARGET_UNREACHABLE, true",
        "596, TARGET_CONNECTION_LOST, true",
        "9002, TARGET_FAILED, false",
        "1105, TARGET_FAILED, false",
        "701, TARGET_FAILED, false",
        "18456, TARGET_REFUSED, false",
        "4060, TARGET_REFUSED, false",
        "229, TARGET_REFUSED, false",
        "3906, TARGET_REFUSED, false",
        "2627, TARGET_REFUSED, false",
        "2601, TARGET_REFUSED, false",
        "547, TARGET_REFUSED, false",
        "1101, TARGET_FAILED, false",
        "208, TARGET_FAILED, false"
    })
    void tellsEachNumberApart(int number, ErrorCode code, boolean mayRetry) {
        DponeException error = SqlErrors.translate("do it", new SQLException("what happened", "S0001", number));
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.code().mayRetry()).isEqualTo(mayRetry);
        assertThat(error.getMessage()).isEqualTo("Cannot do it: what happened (error " + number + ")");
        assertThat(error.remedy()).endsWith(".");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2627 | Violation of PRIMARY KEY constraint 'pk'. Cannot insert duplicate key in object 'dbo.t'. The duplicate"
                        + " key value is (secret).",
                "2601 | Cannot insert duplicate key row in object 'dbo.t' with unique index 'pk'. The duplicate key value is"
                        + " (secret).",
                "2628 | String or binary data would be truncated in table 'd.dbo.t', column 'note'. Truncated value: 'secret'.",
                "245 | Conversion failed when converting the varchar value 'secret' to data type int.",
                "8114 | Error converting data type varchar to secret.",
                "50000 | row secret is wrong",
                "245 | Conversion failed when converting the varchar value 'column 'secret'' to data type int.",
                "515 | null value in column \"note\" of relation \"t\" violates not-null constraint DETAIL:  Failing row contains"
                        + " (secret).",
                "33557097 | invalid byte sequence for encoding \"UTF8\": secret",
                "33557097 | invalid UTF16 byte sequence - code point secret not supported",
                "33557097 | invalid input syntax for type numeric: secret",
                "33557097 | value too long for type secret"
            })
    void neverShowsTheRows(int number, String message) {
        DponeException error = SqlErrors.translate("do it", new SQLException(message, "S0001", number));
        assertThat(error.render()).doesNotContain("secret");
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).contains("Cannot do it").doesNotContain("secret");
        if (number == 2627 || number == 2601) {
            assertThat(error.remedy()).endsWith("the target's constraint pk.");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "515 | Cannot insert the value NULL into column 'note', table 'd.dbo.t'; column does not allow nulls. INSERT"
                        + " fails. | column note: it is NULL, which the column does not take",
                "515 | null value in column \"note\" of relation \"t\" violates not-null constraint | column note: it is NULL,"
                        + " which the column does not take",
                "2628 | String or binary data would be truncated in table 'd.dbo.t', column 'note'. Truncated value: 'x'."
                        + " | column note: it is longer than the column",
                "8152 | String or binary data would be truncated. | a value: it is longer than the column",
                "4815 | Received an invalid column length from the bcp client for colid 3. | column number 3: it is longer"
                        + " than the column",
                "4863 | Bulk load data conversion error (truncation) for row 5, column 3 (note). | row 5, column note: it is"
                        + " longer than the column",
                "4864 | Bulk load data conversion error (type mismatch or invalid character for the specified codepage) for"
                        + " row 1, column 2 (id). | row 1, column id: it cannot be converted to the column's type",
                "4867 | Bulk load data conversion error (overflow) for row 5, column 3 (n). | row 5, column n: it is outside"
                        + " the range of the column's type",
                "4869 | The bulk load failed. Unexpected NULL value in data file row 7, column 3. The destination column"
                        + " (note) is defined as NOT NULL. | row 7, column note: it is NULL, which the column does not take",
                "7339 | OLE DB provider 'STREAM' for linked server '(null)' returned invalid data for column"
                        + " '[!BulkInsert].note'. | column note: it is longer than the column",
                "8115 | Arithmetic overflow error converting numeric to data type numeric. | a value: it is outside the range"
                        + " of the column's type",
                "8114 | Error converting data type varchar to numeric. | a value: it cannot be converted to the column's"
                        + " type",
                "241 | Conversion failed when converting date and/or time from character string. | a value: it is no date or"
                        + " time of the column's type",
                "511 | Cannot create a row of size 8074 which is greater than the allowable maximum row size of 8060."
                        + " | a value: the row is longer than a page of the server takes"
            })
    void saysWhichRuleAValueBreaksAndWhereAsFarAsTheServerTells(int number, String message, String told) {
        DponeException error = SqlErrors.translate("do it", new SQLException(message, "S0001", number));
        assertThat(error.code()).isEqualTo(ErrorCode.VALUE_REJECTED);
        assertThat(error.getMessage()).isEqualTo("Cannot do it: " + told + " (error " + number + ")");
        assertThat(error.remedy()).startsWith("Change the value in the query");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "547 | The INSERT statement conflicted with the CHECK constraint \"small\". The conflict occurred in database"
                        + " \"d\", table \"dbo.t\", column 'id'.",
                "2601 | Cannot insert duplicate key row in object 'dbo.t' with unique index 'small'. The duplicate key value"
                        + " is (1)."
            })
    void namesTheConstraintToLookAt(int number, String message) {
        DponeException error = SqlErrors.translate("do it", new SQLException(message, "S0001", number));
        assertThat(error.code()).isEqualTo(ErrorCode.TARGET_REFUSED);
        assertThat(error.remedy()).endsWith("the target's constraint small.");
    }

    @Test
    void understandsTheDriversOwnRefusalOfAValue() {
        DponeException error = SqlErrors.translate(
                "do it",
                new SQLException("The given value of type NVARCHAR(15) from the data source cannot be converted to type"
                        + " nvarchar(5) of the specified target column note."));
        assertThat(error.code()).isEqualTo(ErrorCode.VALUE_REJECTED);
        assertThat(error.getMessage())
                .isEqualTo("Cannot do it: column note: it cannot be converted to the column's type");
    }

    @Test
    void namesThePlaceThatWasFound() {
        SQLException told = new SQLException("Error converting data type varchar to numeric.", "S0001", 8114);
        assertThat(SqlErrors.refused("import chunk 0", told, "row 3 of the chunk, column note")
                        .getMessage())
                .isEqualTo(
                        "Cannot import chunk 0: row 3 of the chunk, column note: it cannot be converted to the column's"
                                + " type (error 8114)");
        assertThat(SqlErrors.refused("import chunk 0", told, "").getMessage())
                .isEqualTo("Cannot import chunk 0: a value: it cannot be converted to the column's type (error 8114)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "canceling statement due to lock timeout | TARGET_BUSY",
                "could not serialize access due to concurrent update | TARGET_CONFLICT",
                "could not extend file \"base/1\": No space left on device | TARGET_FAILED",
                "terminating connection due to administrator command | TARGET_CONNECTION_LOST",
                "permission denied for table events | TARGET_REFUSED",
                "must be owner of table events | TARGET_REFUSED",
                "relation \"events\" does not exist | TARGET_FAILED"
            })
    void readsWhatBabelfishSaysUnderOneNumber(String message, ErrorCode code) {
        DponeException error = SqlErrors.translate("do it", new SQLException(message, "S0001", 33_557_097));
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.getMessage()).startsWith("Cannot do it: " + message + " (error ");
    }

    @Test
    void reportsTheDriversOwnErrors() {
        assertThat(SqlErrors.translate("do it", new SQLException("one\ntwo")).getMessage())
                .isEqualTo("Cannot do it: one");
        assertThat(SqlErrors.translate("do it", new SQLException((String) null)).getMessage())
                .isEqualTo("Cannot do it: the driver gave no reason");
        DponeException lost = SqlErrors.translate("do it", new SQLException("Connection reset", "08S01"));
        assertThat(lost.code()).isEqualTo(ErrorCode.TARGET_CONNECTION_LOST);
        DponeException unreachable = SqlErrors.translateConnecting("do it", new SQLException("refused", "08S01"));
        assertThat(unreachable.code()).isEqualTo(ErrorCode.TARGET_UNREACHABLE);
    }

    @Test
    void tellsTlsFromANetworkThatFailsDuringIt() {
        DponeException tls = SqlErrors.translateConnecting(
                "do it", new SQLException("x", "08S01", new SSLHandshakeException("why")));
        assertThat(tls.code()).isEqualTo(ErrorCode.TARGET_TLS);
        assertThat(tls.getMessage()).isEqualTo("Cannot do it: the TLS connection failed: why");
        SSLHandshakeException reset = new SSLHandshakeException("x");
        reset.initCause(new SocketException("Connection reset"));
        assertThat(SqlErrors.translateConnecting("do it", new SQLException("lost", "08S01", reset))
                        .code())
                .isEqualTo(ErrorCode.TARGET_UNREACHABLE);
    }
}
