/** One round trip, one transaction: a lost connection leaves nothing half done. `HR001` refuses by rule. */
export const functions = `
  -- The key of a hash as it is now, with this request counted. No row: unknown or revoked.
  -- Clocks of processes differ a little: one that is up to two minutes behind counts into the later minute.
  CREATE FUNCTION count_request(p_hash bytea, p_minute bigint, p_day text)
  RETURNS TABLE (id text, name text, created_at_ms bigint, revoked_at_ms bigint, entitled smallint, per_minute integer,
    per_day integer, granted bigint, balance bigint, reserved bigint, charged bigint, minute_count bigint, day_count bigint,
    counted boolean)
  LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    k api_keys%ROWTYPE;
    c request_counters%ROWTYPE;
  BEGIN
    SELECT * INTO k FROM api_keys a WHERE a.secret_hash = p_hash AND a.revoked_at_ms IS NULL;
    IF NOT FOUND THEN RETURN; END IF;
    counted := true;
    INSERT INTO request_counters AS r (key_id, minute, minute_count, day, day_count) VALUES (k.id, p_minute, 1, p_day, 1)
    ON CONFLICT (key_id) DO UPDATE SET
      minute = CASE WHEN r.minute BETWEEN p_minute AND p_minute + 2 THEN r.minute ELSE p_minute END,
      minute_count = CASE WHEN r.minute BETWEEN p_minute AND p_minute + 2 THEN r.minute_count ELSE 0 END + 1,
      day = CASE WHEN r.minute BETWEEN p_minute AND p_minute + 2 THEN r.day ELSE p_day END,
      day_count = CASE WHEN r.day = p_day OR r.minute BETWEEN p_minute AND p_minute + 2 THEN r.day_count ELSE 0 END + 1
    WHERE NOT (r.minute BETWEEN p_minute AND p_minute + 2 AND r.minute_count >= k.per_minute)
    RETURNING * INTO c;
    IF NOT FOUND THEN
      counted := false;
      SELECT * INTO c FROM request_counters r WHERE r.key_id = k.id;
    END IF;
    RETURN QUERY SELECT k.id, k.name, k.created_at_ms, k.revoked_at_ms, k.entitled, k.per_minute, k.per_day, k.granted,
      k.balance, k.reserved, k.charged, c.minute_count, c.day_count, counted;
  END $$;

  CREATE FUNCTION is_alive(p_owner uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM runners WHERE owner = p_owner AND lease_until > clock_timestamp())
  $$;

  -- The claim, or what holds the key: a running request of a living process, or an answer that has not expired.
  CREATE FUNCTION claim_key(p_key text, p_idempotency text, p_fingerprint bytea, p_token uuid, p_owner uuid, p_now bigint)
  RETURNS SETOF idempotent_responses LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    held idempotent_responses%ROWTYPE;
  BEGIN
    LOOP
      INSERT INTO idempotent_responses (key_id, idempotency_key, fingerprint, token, owner)
      VALUES (p_key, p_idempotency, p_fingerprint, p_token, p_owner) ON CONFLICT DO NOTHING RETURNING * INTO held;
      IF FOUND THEN RETURN NEXT held; RETURN; END IF;
      SELECT * INTO held FROM idempotent_responses WHERE key_id = p_key AND idempotency_key = p_idempotency;
      IF FOUND THEN
        IF held.token = p_token OR (CASE WHEN held.headers IS NULL THEN is_alive(held.owner) ELSE held.expires_at_ms > p_now END)
        THEN RETURN NEXT held; RETURN; END IF;
        UPDATE idempotent_responses SET fingerprint = p_fingerprint, token = p_token, owner = p_owner, stored_at_ms = NULL,
          expires_at_ms = NULL, headers = NULL, blob = NULL, packed = NULL, body = NULL
        WHERE key_id = p_key AND idempotency_key = p_idempotency AND token = held.token RETURNING * INTO held;
        IF FOUND THEN RETURN NEXT held; RETURN; END IF;
      END IF;
    END LOOP;
  END $$;

  CREATE FUNCTION reserve_credits(p_key text, p_credits bigint, p_id uuid, p_owner uuid)
  RETURNS TABLE (taken boolean, remaining bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    k api_keys%ROWTYPE;
  BEGIN
    -- Asked again because the connection broke after it was done.
    IF EXISTS (SELECT 1 FROM reservations WHERE id = p_id) THEN RETURN QUERY SELECT true, 0::bigint; RETURN; END IF;
    UPDATE api_keys a SET balance = a.balance - p_credits, reserved = a.reserved + p_credits
    WHERE a.id = p_key AND a.granted IS NOT NULL AND a.balance >= p_credits;
    IF NOT FOUND THEN
      SELECT * INTO k FROM api_keys a WHERE a.id = p_key;
      IF NOT FOUND THEN RAISE EXCEPTION 'Key % is gone.', p_key USING ERRCODE = 'HR001'; END IF;
      IF k.granted IS NOT NULL THEN RETURN QUERY SELECT false, k.balance; RETURN; END IF;
    END IF;
    INSERT INTO reservations (id, key_id, credits, owner) VALUES (p_id, p_key, p_credits, p_owner);
    RETURN QUERY SELECT true, 0::bigint;
  END $$;

  CREATE FUNCTION release_credits(p_id uuid) RETURNS void LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    r reservations%ROWTYPE;
  BEGIN
    DELETE FROM reservations WHERE id = p_id RETURNING * INTO r;
    IF NOT FOUND THEN RETURN; END IF;
    UPDATE api_keys a SET balance = a.balance + r.credits, reserved = a.reserved - r.credits
    WHERE a.id = r.key_id AND a.granted IS NOT NULL;
  END $$;

  -- Charge, entry and kept answer. Holds both the reservation and the claim, or does nothing.
  CREATE FUNCTION settle(p_id uuid, p_at bigint, p_endpoint text, p_request text, p_idempotency text, p_token uuid,
    p_expires bigint, p_headers text, p_blob text, p_packed smallint, p_body bytea, p_document text, p_hashes bytea[])
  RETURNS TABLE (granted bigint, balance bigint, reserved bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    r reservations%ROWTYPE;
  BEGIN
    DELETE FROM reservations WHERE id = p_id RETURNING * INTO r;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The reservation was settled or released before.' USING ERRCODE = 'HR001';
    END IF;
    IF p_token IS NOT NULL THEN
      UPDATE idempotent_responses SET stored_at_ms = p_at, expires_at_ms = p_expires, headers = p_headers, blob = p_blob,
        packed = p_packed, body = p_body
      WHERE key_id = r.key_id AND idempotency_key = p_idempotency AND token = p_token AND headers IS NULL;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'The claim was settled or dropped before.' USING ERRCODE = 'HR001';
      END IF;
    END IF;
    INSERT INTO ledger_entries (key_id, kind, credits, at_ms, endpoint, request_id, idempotency_key, reservation)
    VALUES (r.key_id, 'charge', r.credits, p_at, p_endpoint, p_request, p_idempotency, p_id);
    IF p_document IS NOT NULL THEN
      INSERT INTO delivered_texts (key_id, document_id, hash)
      SELECT r.key_id, p_document, each.hash FROM unnest(p_hashes) WITH ORDINALITY AS each (hash, place) ORDER BY each.place
      ON CONFLICT DO NOTHING;
    END IF;
    -- Last, since other requests of the key wait for this row.
    RETURN QUERY UPDATE api_keys a
    SET reserved = CASE WHEN a.granted IS NULL THEN 0 ELSE a.reserved - r.credits END, charged = a.charged + r.credits
    WHERE a.id = r.key_id RETURNING a.granted, a.balance, a.reserved;
  END $$;

  CREATE FUNCTION grant_credits(p_key text, p_credits bigint, p_at bigint)
  RETURNS TABLE (granted bigint, balance bigint, reserved bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY UPDATE api_keys a SET granted = a.granted + p_credits, balance = a.balance + p_credits
    WHERE a.id = p_key AND a.granted IS NOT NULL RETURNING a.granted, a.balance, a.reserved;
    IF FOUND THEN
      INSERT INTO ledger_entries (key_id, kind, credits, at_ms) VALUES (p_key, 'grant', p_credits, p_at);
    END IF;
  END $$;

  -- Renews the lease of a process, and returns what processes held whose lease has ended. Returns how many reservations.
  CREATE FUNCTION renew_lease(p_owner uuid, p_lease interval) RETURNS integer LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    returned integer := 0;
  BEGIN
    INSERT INTO runners (owner, lease_until) VALUES (p_owner, clock_timestamp() + p_lease)
    ON CONFLICT (owner) DO UPDATE SET lease_until = excluded.lease_until;
    IF pg_try_advisory_xact_lock(4710001) THEN returned := sweep(NULL); END IF;
    RETURN returned;
  END $$;

  -- Of one process, or of all whose lease has ended.
  CREATE FUNCTION sweep(p_owner uuid) RETURNS integer LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    dead uuid[];
    returned integer;
  BEGIN
    SELECT coalesce(array_agg(o.owner), '{}') INTO dead FROM (
      SELECT p_owner AS owner WHERE p_owner IS NOT NULL
      UNION SELECT r.owner FROM reservations r WHERE p_owner IS NULL AND NOT is_alive(r.owner)
      UNION SELECT c.owner FROM idempotent_responses c WHERE p_owner IS NULL AND c.headers IS NULL AND NOT is_alive(c.owner)
      UNION SELECT l.owner FROM runners l WHERE p_owner IS NULL AND l.lease_until <= clock_timestamp()
    ) o;
    IF cardinality(dead) = 0 THEN RETURN 0; END IF;
    WITH gone AS (DELETE FROM reservations WHERE owner = ANY (dead) RETURNING key_id, credits),
      sums AS (SELECT key_id, sum(credits) AS credits FROM gone GROUP BY key_id),
      back AS (UPDATE api_keys a SET balance = a.balance + s.credits, reserved = a.reserved - s.credits
        FROM sums s WHERE a.id = s.key_id AND a.granted IS NOT NULL)
    SELECT count(*) INTO returned FROM gone;
    DELETE FROM idempotent_responses WHERE owner = ANY (dead) AND headers IS NULL;
    DELETE FROM runners WHERE owner = ANY (dead);
    RETURN returned;
  END $$;

  -- Null where neither bound is reached, and then it is counted.
  CREATE FUNCTION count_quote(p_key text, p_day text, p_document text, p_per_document integer, p_per_key integer)
  RETURNS TABLE (reached text, of_document bigint, of_key bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  BEGIN
    -- Requests of one key take turns here; other keys go on.
    PERFORM pg_advisory_xact_lock(4710002, hashtext(p_key));
    SELECT coalesce(sum(failures), 0), coalesce(sum(failures) FILTER (WHERE document_id = p_document), 0)
    INTO of_key, of_document FROM quote_failures WHERE key_id = p_key AND day = p_day;
    reached := CASE WHEN of_key >= p_per_key THEN 'perKey' WHEN of_document >= p_per_document THEN 'perDocument' END;
    IF reached IS NULL THEN
      INSERT INTO quote_failures AS q (key_id, day, document_id, failures) VALUES (p_key, p_day, p_document, 1)
      ON CONFLICT (key_id, day, document_id) DO UPDATE SET failures = q.failures + 1;
      of_document := of_document + 1;
      of_key := of_key + 1;
    END IF;
    RETURN NEXT;
  END $$;

  CREATE FUNCTION take_back_quote(p_key text, p_day text, p_document text) RETURNS void LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  BEGIN
    PERFORM pg_advisory_xact_lock(4710002, hashtext(p_key));
    DELETE FROM quote_failures WHERE key_id = p_key AND day = p_day AND document_id = p_document AND failures = 1;
    IF NOT FOUND THEN
      UPDATE quote_failures SET failures = failures - 1 WHERE key_id = p_key AND day = p_day AND document_id = p_document;
    END IF;
  END $$;
`;
