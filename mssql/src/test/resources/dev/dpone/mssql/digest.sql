SELECT COUNT_BIG(*),
  COALESCE(SUM(CAST(CAST(SUBSTRING(hash, 1, 4) AS bigint) AS decimal(38,0))), 0),
  COALESCE(SUM(CAST(CAST(SUBSTRING(hash, 5, 4) AS bigint) AS decimal(38,0))), 0),
  COALESCE(SUM(CAST(CAST(SUBSTRING(hash, 9, 4) AS bigint) AS decimal(38,0))), 0),
  COALESCE(SUM(CAST(CAST(SUBSTRING(hash, 13, 4) AS bigint) AS decimal(38,0))), 0),
  COALESCE(SUM(CAST(CAST(SUBSTRING(hash, 17, 4) AS bigint) AS decimal(38,0))), 0),
  COALESCE(SUM(CAST(CAST(SUBSTRING(hash, 21, 4) AS bigint) AS decimal(38,0))), 0),
  COALESCE(SUM(CAST(CAST(SUBSTRING(hash, 25, 4) AS bigint) AS decimal(38,0))), 0),
  COALESCE(SUM(CAST(CAST(SUBSTRING(hash, 29, 4) AS bigint) AS decimal(38,0))), 0)
FROM (SELECT HASHBYTES('SHA2_256', CAST(0x AS varbinary(max))
    + CASE WHEN [i] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST([i] AS bigint) AS binary(8)) END
    + CASE WHEN [s] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST(DATALENGTH(CAST([s] COLLATE Latin1_General_100_BIN2_UTF8 AS varchar(max))) AS int) AS binary(4)) + CAST(CAST([s] COLLATE Latin1_General_100_BIN2_UTF8 AS varchar(max)) AS varbinary(max)) END
    + CASE WHEN [d] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST(DATALENGTH(CAST(CAST([d] AS decimal(9,2)) AS varchar(41))) AS int) AS binary(4)) + CAST(CAST(CAST([d] AS decimal(9,2)) AS varchar(41)) AS varbinary(max)) END
    + CASE WHEN [f] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST([f] AS float(53)) AS binary(8)) END
    + CASE WHEN [t] IS NULL THEN 0x00 ELSE 0x01 + CAST(DATEDIFF_BIG(second, CAST('1970-01-01' AS datetime2(7)), [t]) * 10000000 + DATEPART(nanosecond, [t]) / 100 AS binary(8)) END
    + CASE WHEN [u] IS NULL THEN 0x00 ELSE 0x01 + CAST(LOWER(CAST([u] AS char(36))) AS binary(36)) END
    + CASE WHEN [e] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST(DATEDIFF(day, CAST('1970-01-01' AS date), [e]) AS bigint) AS binary(8)) END
    + CASE WHEN [n] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST(DATALENGTH(CAST(CAST([n] AS decimal(20,0)) AS varchar(41))) AS int) AS binary(4)) + CAST(CAST(CAST([n] AS decimal(20,0)) AS varchar(41)) AS varbinary(max)) END
    + CASE WHEN [b]]] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST([b]]] AS bigint) AS binary(8)) END
    + CASE WHEN [x] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST(DATALENGTH([x]) AS int) AS binary(4)) + CAST([x] AS varbinary(max)) END
    + CASE WHEN [w] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST(DATALENGTH(CAST(CAST([w] AS decimal(9,2)) AS varchar(41))) AS int) AS binary(4)) + CAST(CAST(CAST([w] AS decimal(9,2)) AS varchar(41)) AS varbinary(max)) + CASE WHEN [w] = CAST([w] AS decimal(9,2)) THEN 0x ELSE 0x21 END END
    + CASE WHEN [k] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST([k] AS bigint) AS binary(8)) + CASE WHEN [k] = CAST([k] AS bigint) THEN 0x ELSE 0x21 END END
    + CASE WHEN [i256] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST(DATALENGTH(CAST(CAST([i256] AS decimal(38,0)) AS varchar(41))) AS int) AS binary(4)) + CAST(CAST(CAST([i256] AS decimal(38,0)) AS varchar(41)) AS varbinary(max)) END
    + CASE WHEN [a] IS NULL THEN 0x00 ELSE 0x01 + CAST(CAST(DATALENGTH(CAST([a] COLLATE Latin1_General_100_BIN2_UTF8 AS varchar(max))) AS int) AS binary(4)) + CAST(CAST([a] COLLATE Latin1_General_100_BIN2_UTF8 AS varchar(max)) AS varbinary(max)) END) AS hash
  FROM [dbo].[events]) AS hashes
