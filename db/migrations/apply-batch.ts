// One batch of counting as one PostgreSQL function: one round trip and one commit for all concurrent requests. Counters
// are locked in order of their names, accounts after them, so that replicas cannot deadlock. Must not change once
// released: a change is a new migration that replaces the function.

/** A replica not seen for this long has no slots. */
export const REPLICA_DEAD_AFTER_MS = 7000

/**
 * Demands (d_...) are in the order of their takes; `d_counter` is an index into `names`, from 1. A keep of 0 only gives
 * back.
 */
export const APPLY_BATCH = `
CREATE FUNCTION apply_batch(replica_id text, batch_number bigint, names text[], keeps bigint[], gives bigint[],
  d_take integer[], d_counter integer[], d_amount bigint[], d_limit bigint[], call_rows jsonb,
  released text[], released_counts integer[], wanted text[], wanted_slots integer[], reads text[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  known record;
  line record;
  sums bigint[] := array_fill(0::bigint, ARRAY[cardinality(names)]);
  after bigint[] := array_fill(0::bigint, ARRAY[cardinality(d_take)]);
  refused integer[] := '{}';
  granted boolean[] := '{}';
  now_ms bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  i integer := 1;
  j integer;
  bad integer;
  held bigint;
  answer jsonb;
BEGIN
  SELECT r.last_batch, r.last_outcome INTO known FROM replica r WHERE r.id = replica_id FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO replica VALUES (replica_id, now_ms, 0, '{}');
  ELSIF known.last_batch = batch_number THEN
    RETURN known.last_outcome;
  END IF;

  IF cardinality(names) > 0 THEN
    INSERT INTO counter SELECT n.name, 0, n.keep FROM unnest(names, keeps) AS n(name, keep) WHERE n.keep > 0 ORDER BY n.name COLLATE "C" ON CONFLICT DO NOTHING;
    FOR line IN SELECT n.place, c.used FROM unnest(names) WITH ORDINALITY AS n(name, place) JOIN counter c ON c.name = n.name COLLATE "C" ORDER BY c.name FOR UPDATE OF c LOOP
      sums[line.place] := line.used;
    END LOOP;
    FOR k IN 1 .. cardinality(names) LOOP
      IF gives[k] > 0 THEN sums[k] := greatest(0, sums[k] - gives[k]); END IF;
    END LOOP;
    WHILE i <= cardinality(d_take) LOOP
      j := i;
      bad := 0;
      WHILE j <= cardinality(d_take) AND d_take[j] = d_take[i] LOOP
        IF bad = 0 AND sums[d_counter[j]] + d_amount[j] > d_limit[j] THEN bad := j - i + 1; END IF;
        j := j + 1;
      END LOOP;
      FOR k IN i .. j - 1 LOOP
        IF bad = 0 THEN sums[d_counter[k]] := sums[d_counter[k]] + d_amount[k]; END IF;
        after[k] := sums[d_counter[k]];
      END LOOP;
      refused := refused || (bad - 1);
      i := j;
    END LOOP;
    UPDATE counter c SET used = n.used FROM unnest(names, sums) AS n(name, used) WHERE c.name = n.name COLLATE "C" AND c.used <> n.used;
  END IF;

  IF jsonb_array_length(call_rows) > 0 THEN
    INSERT INTO call_count SELECT c.* FROM jsonb_to_recordset(call_rows) AS c(account text, key_prefix text, period_id text, operation text, calls bigint, credits bigint, keep_until_ms bigint)
      ORDER BY c.account COLLATE "C", c.period_id COLLATE "C", c.key_prefix COLLATE "C", c.operation COLLATE "C"
      ON CONFLICT (account, period_id, key_prefix, operation) DO UPDATE SET calls = call_count.calls + excluded.calls, credits = call_count.credits + excluded.credits;
  END IF;

  IF cardinality(released) + cardinality(wanted) > 0 THEN
    FOR line IN SELECT DISTINCT a.account FROM unnest(released || wanted) AS a(account) ORDER BY a.account LOOP
      PERFORM pg_advisory_xact_lock(hashtextextended(line.account, 8));
    END LOOP;
    UPDATE slot s SET taken = s.taken - r.count FROM unnest(released, released_counts) AS r(account, count) WHERE s.account = r.account COLLATE "C" AND s.replica = replica_id;
    DELETE FROM slot s WHERE s.replica = replica_id AND s.taken <= 0;
    FOR k IN 1 .. cardinality(wanted) LOOP
      SELECT coalesce(sum(s.taken), 0) INTO held FROM slot s JOIN replica r ON r.id = s.replica
        WHERE s.account = wanted[k] COLLATE "C" AND (s.replica = replica_id OR abs(now_ms - r.seen_ms) < ${REPLICA_DEAD_AFTER_MS});
      granted := granted || (held < wanted_slots[k]);
      IF held < wanted_slots[k] THEN
        INSERT INTO slot VALUES (wanted[k], replica_id, 1) ON CONFLICT (account, replica) DO UPDATE SET taken = slot.taken + 1;
      END IF;
    END LOOP;
  END IF;

  answer := jsonb_build_object('after', to_jsonb(after), 'refused', to_jsonb(refused), 'granted', to_jsonb(granted), 'reads', (
    SELECT coalesce(jsonb_agg(coalesce(c.used, 0) ORDER BY n.place), '[]') FROM unnest(reads) WITH ORDINALITY AS n(name, place) LEFT JOIN counter c ON c.name = n.name COLLATE "C"));
  UPDATE replica r SET seen_ms = now_ms, last_batch = batch_number, last_outcome = answer WHERE r.id = replica_id;
  RETURN answer;
END $$`
