/**
 * Followed by indexes, with the learned words. Of each document and statement only the newest change is stored, so
 * that the table is no longer than the catalogue and an index that was stopped for months can go on.
 */
export const searchSchema = `
  DELETE FROM search_changes c USING search_changes newer
  WHERE newer.kind = c.kind AND newer.id = c.id AND newer.change > c.change;
  ALTER TABLE search_changes ADD UNIQUE (kind, id);

  -- English names beside Japanese words, and which documents they came from, so that counts go with them.
  CREATE TABLE search_glossary (
    name text COLLATE "C" NOT NULL,
    label text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (name, label)
  );
  CREATE TABLE search_glossary_source (document_id text COLLATE "C" PRIMARY KEY, pairs jsonb NOT NULL);
  INSERT INTO catalog_versions VALUES ('glossary', 0);

  -- Replaces what a document taught by [[name, label], ...]. Publications run one at a time.
  CREATE FUNCTION put_glossary(p_document text, p_pairs jsonb) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    before jsonb;
    came_or_went boolean;
  BEGIN
    SELECT s.pairs INTO before FROM search_glossary_source s WHERE s.document_id = p_document;
    before := coalesce(before, '[]');
    IF before = p_pairs THEN RETURN; END IF;
    WITH was AS (SELECT e->>0 AS name, e->>1 AS label FROM jsonb_array_elements(before) e),
      is_now AS (SELECT e->>0 AS name, e->>1 AS label FROM jsonb_array_elements(p_pairs) e),
      raised AS (
        INSERT INTO search_glossary AS g (name, label, count)
        SELECT f.name, f.label, 1 FROM (SELECT * FROM is_now EXCEPT SELECT * FROM was) f
        ON CONFLICT (name, label) DO UPDATE SET count = g.count + 1 RETURNING g.count),
      lowered AS (
        UPDATE search_glossary g SET count = g.count - 1 FROM (SELECT * FROM was EXCEPT SELECT * FROM is_now) f
        WHERE g.name = f.name AND g.label = f.label RETURNING g.count)
    SELECT EXISTS (SELECT FROM raised r WHERE r.count = 1) OR EXISTS (SELECT FROM lowered l WHERE l.count <= 0)
    INTO came_or_went;
    IF came_or_went THEN
      DELETE FROM search_glossary g USING jsonb_array_elements(before) e
      WHERE g.name = e->>0 AND g.label = e->>1 AND g.count <= 0;
      UPDATE catalog_versions SET version = version + 1 WHERE name = 'glossary';
    END IF;
    IF p_pairs = '[]' THEN DELETE FROM search_glossary_source s WHERE s.document_id = p_document;
    ELSE
      INSERT INTO search_glossary_source AS s (document_id, pairs) VALUES (p_document, p_pairs)
      ON CONFLICT (document_id) DO UPDATE SET pairs = excluded.pairs;
    END IF;
  END $$;
`;
