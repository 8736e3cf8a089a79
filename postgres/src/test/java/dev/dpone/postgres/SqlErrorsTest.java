package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class SqlErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "08001, TARGET_UNREACHABLE, true",
        "57P03, TARGET_UNREACHABLE, true",
        "53300, TARGET_UNREACHABLE, true",
        "08006, TARGET_CONNECTION_LOST, true",
        "08003, TARGET_CONNECTION_LOST, true",
        "57P01, TARGET_CONNECTION_LOST, true",
        "57P02, TARGET_CONNECTION_LOST, true",
        "25P03, TARGET_CONNECTION_LOST, true",
        "40001, TARGET_CONFLICT, true",
        "40P01, TARGET_CONFLICT, true",
        "55P03, TARGET_BUSY, false",
        "57014, TARGET_FAILED, false",
        "53100, TARGET_FAILED, false",
        "28P01, TARGET_REFUSED, false",
        "28000, TARGET_REFUSED, false",
        "3D000, TARGET_REFUSED, false",
        "42501, TARGET_REFUSED, false",
        "25006, TARGET_REFUSED, false",
        "23505, TARGET_REFUSED, false",
        "42P01, TARGET_FAILED, false",
        "XX000, TARGET_FAILED, false"
    })
    void tellsEachStateApart(String state, ErrorCode code, boolean mayRetry) {
        DponeException error = SqlErrors.translate("do it", server("S" + "ERROR\0C" + state + "\0Mwhat happened\0"));
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.code().mayRetry()).isEqualTo(mayRetry);
        assertThat(error.getMessage()).isEqualTo("Cannot do it: what happened (SQLSTATE " + state + ")");
        assertThat(error.remedy()).endsWith(".");
    }

    @Test
    void neverShowsDetailOrMessagesThatQuoteValues() {
        DponeException constraint =
                SqlErrors.translate("do it", server("SERROR\0C23505\0Mduplicate\0DKey (id)=(secret) exists.\0npk\0"));
        assertThat(constraint.render()).doesNotContain("secret").contains("constraint pk.");
        DponeException value =
                SqlErrors.translate("do it", server("SERROR\0C22P02\0Minvalid input: \"secret\"\0cnote\0"));
        assertThat(value.getMessage())
                .isEqualTo("Cannot do it: the server found a value it cannot take in column note (SQLSTATE 22P02)");
        DponeException raised = SqlErrors.translate("do it", server("SERROR\0CP0001\0Mrow secret is wrong\0"));
        assertThat(raised.render()).doesNotContain("secret");
    }

    @Test
    void reportsTheDriversOwnErrors() {
        assertThat(SqlErrors.translate("do it", new SQLException("one\ntwo")).getMessage())
                .isEqualTo("Cannot do it: one");
        assertThat(SqlErrors.translate("do it", new SQLException((String) null)).getMessage())
                .isEqualTo("Cannot do it: the driver gave no reason");
        assertThat(SqlErrors.translate("do it", new SQLException("x", "08006", new javax.net.ssl.SSLException("why")))
                        .getMessage())
                .isEqualTo("Cannot do it: the TLS connection failed: why");
    }

    private static PSQLException server(String message) {
        return new PSQLException(new ServerErrorMessage(message));
    }
}
