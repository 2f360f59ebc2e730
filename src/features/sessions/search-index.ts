import type { Simplify } from '#contract/fold-text.ts'
import type { Localized } from '#contract/locale.ts'
import { normalizeText, splitTerms } from '#lib/text-search.ts'
import { parseSubForumNumeral } from './numerals.ts'
import type { Programme, ProgrammeItem } from './programme.ts'
import { roomsOf } from './room-names.ts'

/** How much a match counts, by the field it is in (offline.md 6). */
const weights = { title: 8, speaker: 6, place: 6, initials: 5, track: 3, abstract: 1 } as const

/** Pinyin initials are looked at for words of at least so many letters; a single letter would match everything. */
const initialsMinLetters = 2

interface Entry {
  item: ProgrammeItem
  title: string
  speakers: string
  place: string
  track: string
  trackNumber: number | undefined
  initials: string
}

/** The normalised texts of a programme. */
export interface SearchIndex {
  /** How Han characters are compared. */
  simplify: Simplify | undefined
  entries: readonly Entry[]
  /** Normalised abstracts by session; they join in after the start, bit by bit. */
  abstracts: Map<string, string>
  /** What the last query left over: a longer one of the same words need not look further. */
  last?: { words: readonly string[]; entries: readonly Entry[] } | undefined
}

export interface SearchHit {
  item: ProgrammeItem
  score: number
}

/** Fields are joined by a character that no query can contain, so that no match spans two of them. */
const seam = '\u0000'

type Text = Partial<Localized> | string | null | undefined

const joined = (texts: readonly Text[], simplify: Simplify | undefined): string =>
  normalizeText(
    [
      ...new Set(
        texts
          .flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text ?? {})))
          .filter(Boolean),
      ),
    ].join(seam),
    simplify,
  )

/** Prepares a programme for {@link searchProgramme}. About 1 µs a session: made once for each state of the data. */
export function buildSearchIndex(programme: Programme, simplify?: Simplify): SearchIndex {
  const textOf = (...texts: readonly Text[]) => joined(texts, simplify)
  return {
    simplify,
    abstracts: new Map(),
    entries: programme.items.map((item) => {
      const numeral = item.track?.code ? parseSubForumNumeral(normalizeText(item.track.code)) : undefined
      return {
        item,
        title: textOf(item.row.title, item.row.subtitle),
        speakers: textOf(...item.speakers.flatMap((speaker) => [speaker.name, speaker.organisation])),
        place: textOf(...roomsOf(item).map(({ name }) => name), item.row.code),
        // Words such as "forum" or "分论坛" before a numeral have to be found as well.
        track: textOf(item.track?.name, numeral === undefined ? item.track?.code : '分论坛 sub-forum'),
        trackNumber: numeral,
        initials: normalizeText(item.row.title_initials ?? ''),
      }
    }),
  }
}

/** Lets the index look into an abstract as well. */
export function addAbstract(index: SearchIndex, id: string, abstract: Partial<Localized>): void {
  index.abstracts.set(id, joined([abstract], index.simplify))
  index.last = undefined
}

/**
 * The sessions in which every word of the query occurs, best first, then in the programme's order.
 * An empty query finds nothing.
 */
export function searchProgramme(index: SearchIndex, query: string): SearchHit[] {
  const terms = splitTerms(query, index.simplify).map((word) => ({
    word,
    number: parseSubForumNumeral(word),
  }))
  if (terms.length === 0) return []
  const found: Entry[] = []
  const hits: SearchHit[] = []
  for (const entry of listCandidates(index, terms)) {
    let score = 0
    for (const term of terms) {
      const termScore = scoreOf(entry, term, index.abstracts)
      score = termScore === 0 ? 0 : score + termScore
      if (score === 0) break
    }
    if (score === 0) continue
    found.push(entry)
    hits.push({ item: entry.item, score })
  }
  index.last = { words: terms.map(({ word }) => word), entries: found }
  return hits.toSorted((a, b) => b.score - a.score || a.item.startMs - b.item.startMs)
}

/**
 * The entries that can match. Whatever contains `ener` contains `ene`, so that each further letter looks at fewer;
 * numerals and single letters are apart, for them other fields count.
 */
function listCandidates(
  { entries, last }: SearchIndex,
  terms: readonly { word: string; number: number | undefined }[],
): readonly Entry[] {
  const narrows =
    last?.words.length === terms.length &&
    terms.every(({ word, number }, place) => {
      const before = last.words[place] ?? ''
      return number === undefined && before.length >= initialsMinLetters && word.includes(before)
    })
  return narrows ? last.entries : entries
}

function scoreOf(
  entry: Entry,
  { word, number }: { word: string; number: number | undefined },
  abstracts: ReadonlyMap<string, string>,
): number {
  let score = 0
  if (entry.title.includes(word)) score += weights.title
  if (entry.speakers.includes(word)) score += weights.speaker
  if (entry.place.includes(word)) score += weights.place
  if (entry.track.includes(word) || (number !== undefined && entry.trackNumber === number))
    score += weights.track
  if (word.length >= initialsMinLetters && entry.initials.includes(word)) score += weights.initials
  if (abstracts.get(entry.item.id)?.includes(word)) score += weights.abstract
  return score
}
