-- Create a stage table, one heap per import attempt: importers run side by side because no two share a table
CREATE TABLE [dpone_stage].[<stage>] (
  [id] bigint NULL,
  [the [note]]] nvarchar(max) NULL,
  [code] nvarchar(max) NULL,
  [key] uniqueidentifier NULL,
  [at] datetime2(7) NULL,
  [__dpone__version] rowversion
)

-- Import one sealed file in one transaction; TABLOCK on the private heap allows minimal logging
INSERT BULK [dpone_stage].[<stage>] ([id], [the [note]]], [code], [key], [at]) WITH (TABLOCK, KEEP_NULLS)

-- Read back what landed
SELECT [id], [the [note]]], [code], [key], [at], CAST([__dpone__version] AS bigint) FROM [dpone_stage].[<stage>] WITH (TABLOCK, HOLDLOCK)

-- Create the prepared table, a heap
CREATE TABLE [dpone_stage].[<prepared>] (
  [id] bigint NULL,
  [the [note]]] nvarchar(max) NULL,
  [code] varchar(max) collate Latin1_General_100_BIN2_UTF8 NULL,
  [key] uniqueidentifier NULL,
  [at] datetime2(7) NULL,
  [__dpone__load_id] nvarchar(128) NULL,
  [__dpone__loaded_at] datetime2(7) NULL,
  [__dpone__version] rowversion
)

-- Fill the prepared table, at most 64 stages per statement, all in one transaction; TABLOCK lets SQL Server insert in parallel
INSERT INTO [dpone_stage].[<prepared>] WITH (TABLOCK) ([id], [the [note]]], [code], [key], [at], [__dpone__load_id], [__dpone__loaded_at])
SELECT [id], [the [note]]], [code], [key], [at], CAST(N'<run id>' AS nvarchar(128)), CAST(N'<target''s clock>' AS datetime2(7)) FROM [dpone_stage].[<stage>]

-- Read back both digests of the prepared table
SELECT [id], [the [note]]], [code], [key], [at], [__dpone__load_id], [__dpone__loaded_at], CAST([__dpone__version] AS bigint) FROM [dpone_stage].[<prepared>] WITH (TABLOCK, HOLDLOCK)

-- Publish, take the application lock on the target, before anything else and until the transaction ends
EXEC sp_getapplock @Resource = N'<target>', @LockMode = N'Exclusive', @LockOwner = N'Transaction', @LockTimeout = <milliseconds>

-- Publish, lock the target's fence
SELECT epoch FROM [dpone].[target_fence] WITH (UPDLOCK, HOLDLOCK) WHERE target_identity = ?

-- Publish, look for an earlier receipt
SELECT receipt_id, operation_key, target_identity, run_id, pipeline, fence_epoch, plan_fingerprint, strategy, mutation, deleted_rows, inserted_rows, updated_rows, row_count, business_digest, full_digest, chunks, loaded_at, committed_at
FROM [dpone].[commit_receipts] WHERE operation_key = ?

-- Publish, lock the prepared table and count what was changed in it
SELECT COUNT_BIG(*) FROM [dpone_stage].[<prepared>] WITH (TABLOCKX, HOLDLOCK)

-- Publish, create the target's schema if it is missing
IF SCHEMA_ID(N'dbo') IS NULL EXEC (N'CREATE SCHEMA [dbo]')

-- Publish, create the target if it is missing
CREATE TABLE [dbo].[events] (
  [id] bigint NOT NULL,
  [the [note]]] nvarchar(max) NULL,
  [code] varchar(max) collate Latin1_General_100_BIN2_UTF8 NOT NULL,
  [key] uniqueidentifier NOT NULL,
  [at] datetime2(7) NOT NULL,
  [__dpone__load_id] nvarchar(128) NOT NULL,
  [__dpone__loaded_at] datetime2(7) NOT NULL
)

-- Publish, lock an existing target: what is replaced is what is there
SELECT TOP (1) 1 FROM [dbo].[events] WITH (TABLOCKX, HOLDLOCK)

-- Publish, empty an existing target
TRUNCATE TABLE [dbo].[events]

-- Publish, instead when another table, an indexed view, replication or change data capture needs the rows, or ALTER on the table is not granted
DELETE FROM [dbo].[events]

-- Publish, insert the rows; TABLOCK allows minimal logging of a heap that is locked anyway
INSERT INTO [dbo].[events] WITH (TABLOCK) ([id], [the [note]]], [code], [key], [at], [__dpone__load_id], [__dpone__loaded_at])
SELECT [id], [the [note]]], [code], [key], [at], [__dpone__load_id], [__dpone__loaded_at] FROM [dpone_stage].[<prepared>]

-- Publish, write the receipt
INSERT INTO [dpone].[commit_receipts] (receipt_id, operation_key, target_identity, run_id, pipeline, fence_epoch, plan_fingerprint, strategy, mutation, deleted_rows, inserted_rows, updated_rows, row_count, business_digest, full_digest, chunks, loaded_at, committed_at)
OUTPUT inserted.receipt_id, inserted.operation_key, inserted.target_identity, inserted.run_id, inserted.pipeline, inserted.fence_epoch, inserted.plan_fingerprint, inserted.strategy, inserted.mutation, inserted.deleted_rows, inserted.inserted_rows, inserted.updated_rows, inserted.row_count, inserted.business_digest, inserted.full_digest, inserted.chunks, inserted.loaded_at, inserted.committed_at
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS datetime2(7)), SYSUTCDATETIME())

-- Publish, commit
COMMIT TRANSACTION
