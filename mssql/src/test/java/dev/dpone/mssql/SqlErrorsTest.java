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
        "515, TARGET_REFUSED, false",
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
                "canceling statement due to lock timeout | TARGET_BUSY",
                "could not serialize access due to concurrent update | TARGET_CONFLICT",
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
