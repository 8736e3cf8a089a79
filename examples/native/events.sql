-- What the example delivers: three days of events, of which the middle one is the window that ends on 2026-09-28.
CREATE DATABASE IF NOT EXISTS analytics;
CREATE TABLE analytics.events
(
    id UInt64,
    observed_at DateTime64(6, 'UTC'),
    country LowCardinality(String),
    amount Decimal(18, 4),
    note Nullable(String)
)
ENGINE = MergeTree ORDER BY observed_at;
INSERT INTO analytics.events
SELECT
    number,
    toDateTime64('2026-09-26 00:00:00', 6, 'UTC') + toIntervalMillisecond(number * 864),
    ['DE', 'FR', 'JP', 'US'][number % 4 + 1],
    toDecimal64(number, 4) / 7,
    if(number % 3 = 0, NULL, concat('event ', toString(number), ' – 日本'))
FROM numbers(300000);
