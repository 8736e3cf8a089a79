/** SQL Server as a target: types, the native bulk format, import, the T-SQL dialect and receipts. */
@NullMarked
package dev.dpone.mssql;

import org.jspecify.annotations.NullMarked;
