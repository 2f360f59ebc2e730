import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Simplify } from '#contract/fold-text.ts'
import type { Localized } from '#contract/locale.ts'
import { normalizeText, splitTerms, useHanForms } from '#platform/text-search.ts'
import { whenIdle } from '#platform/browser.ts'
import {
  abstractsQuery,
  listRooms,
  parseSubForumNumeral,
  type Programme,
  type ProgrammeItem,
} from '#features/programme/sessions'

/** What a match in a field adds to a hit's score, so that a title comes before a track and an abstract last. */
const weights = { title: 8, speaker: 6, room: 6, initials: 5, track: 3, abstract: 1 } as const

/** Minimum length of a word that is matched with pinyin initials: a single letter would match everything. */
const initialsMinLetters = 2

/** A session with its normalized texts by field: both languages, joined. */
interface IndexedItem {
  item: ProgrammeItem
  /** Title and subtitle. */
  title: string
  /** Names and organisations. */
  speakers: string
  /** Names of its rooms, and the session's code. */
  rooms: string
  /** Name of the track, with its code or the words for "sub-forum". */
  track: string
  /** Number of the sub-forum; undefined for other tracks and without one. */
  trackNumber: number | undefined
  /** Pinyin initials of the title. */
  initials: string
}

/** The normalized texts of a programme. */
export interface SearchIndex {
  /**
   * Maps traditional to simplified characters; undefined until its table has loaded, and then they match only
   * themselves.
   */
  simplify: Simplify | undefined
  /** All sessions of the programme, in its order. */
  items: readonly IndexedItem[]
  /** Normalized abstracts by session id; added after the start, in batches. */
  abstracts: Map<string, string>
  /**
   * Words and matches of the last query; a query that extends it searches only these. Set by {@link searchProgramme}.
   */
  previousSearch?: { words: readonly string[]; items: readonly IndexedItem[] } | undefined
}

export interface SearchHit {
  item: ProgrammeItem
  /** Sum of the weights of all fields that contain a word of the query; never 0. */
  score: number
}

/** Separates joined fields. No query contains it, so no match spans two fields. */
const fieldSeparator = '\u0000'

type Text = Partial<Localized> | string | null | undefined

/** Joins texts, each in all languages and without duplicates, and normalizes the result for the comparison. */
const joinNormalized = (texts: readonly Text[], simplify: Simplify | undefined): string =>
  normalizeText(
    [
      ...new Set(
        texts
          .flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text ?? {})))
          .filter(Boolean),
      ),
    ].join(fieldSeparator),
    simplify,
  )

/** Builds the index for {@link searchProgramme}, without abstracts. Callers build it once per programme. */
export function buildSearchIndex(programme: Programme, simplify?: Simplify): SearchIndex {
  const normalizeAll = (...texts: readonly Text[]) => joinNormalized(texts, simplify)
  return {
    simplify,
    abstracts: new Map(),
    items: programme.items.map((item) => {
      const trackNumber = item.track?.code ? parseSubForumNumeral(normalizeText(item.track.code)) : undefined
      return {
        item,
        title: normalizeAll(item.row.title, item.row.subtitle),
        speakers: normalizeAll(...item.speakers.flatMap((speaker) => [speaker.name, speaker.organisation])),
        rooms: normalizeAll(...listRooms(item).map(({ name }) => name), item.row.code),
        // In a search for "forum 2", the word "forum" must match, too. The number itself is compared by `trackNumber`.
        track: normalizeAll(
          item.track?.name,
          trackNumber === undefined ? item.track?.code : '分论坛 sub-forum',
        ),
        trackNumber,
        initials: normalizeText(item.row.title_initials ?? ''),
      }
    }),
  }
}

/** Adds an abstract to the index. The next query searches all sessions again, because more of them can match. */
export function addAbstract(index: SearchIndex, id: string, abstract: Partial<Localized>): void {
  index.abstracts.set(id, joinNormalized([abstract], index.simplify))
  index.previousSearch = undefined
}

/**
 * Finds the sessions that contain every word of the query, best match first, then in programme order.
 * An empty query matches nothing.
 */
export function searchProgramme(index: SearchIndex, query: string): SearchHit[] {
  const terms = splitTerms(query, index.simplify).map((word) => ({
    word,
    number: parseSubForumNumeral(word),
  }))
  if (terms.length === 0) return []
  const matchedItems: IndexedItem[] = []
  const hits: SearchHit[] = []
  for (const indexed of listCandidates(index, terms)) {
    let score = 0
    for (const term of terms) {
      const termScore = getScore(indexed, term, index.abstracts)
      // A session must contain every word.
      score = termScore === 0 ? 0 : score + termScore
      if (score === 0) break
    }
    if (score === 0) continue
    matchedItems.push(indexed)
    hits.push({ item: indexed.item, score })
  }
  index.previousSearch = { words: terms.map(({ word }) => word), items: matchedItems }
  return hits.toSorted((a, b) => b.score - a.score || a.item.startMs - b.item.startMs)
}

/**
 * Lists the items that can match. A text with `ener` contains `ene`, so a longer query searches only the previous
 * matches.
 * Numerals and single letters search all items, because they match other fields than longer words do.
 */
function listCandidates(
  { items, previousSearch }: SearchIndex,
  terms: readonly { word: string; number: number | undefined }[],
): readonly IndexedItem[] {
  const extendsPrevious =
    previousSearch?.words.length === terms.length &&
    terms.every(({ word, number }, termIndex) => {
      const previousWord = previousSearch.words[termIndex] ?? ''
      return number === undefined && previousWord.length >= initialsMinLetters && word.includes(previousWord)
    })
  return extendsPrevious ? previousSearch.items : items
}

/** Returns the sum of the weights of the fields that contain the word; 0 when none does. */
function getScore(
  indexed: IndexedItem,
  { word, number }: { word: string; number: number | undefined },
  abstracts: ReadonlyMap<string, string>,
): number {
  let score = 0
  if (indexed.title.includes(word)) score += weights.title
  if (indexed.speakers.includes(word)) score += weights.speaker
  if (indexed.rooms.includes(word)) score += weights.room
  if (indexed.track.includes(word) || (number !== undefined && indexed.trackNumber === number))
    score += weights.track
  if (word.length >= initialsMinLetters && indexed.initials.includes(word)) score += weights.initials
  if (abstracts.get(indexed.item.id)?.includes(word)) score += weights.abstract
  return score
}

/** Abstracts added per idle callback: about 5 ms of work on a slow phone. */
const abstractsPerCallback = 40

/** The index of each programme. */
const indexes = new WeakMap<Programme, SearchIndex>()

/** Returns the index of a programme, built at the first call and again once the table of characters has loaded. */
function getIndex(programme: Programme, simplify: Simplify | undefined): SearchIndex {
  const existing = indexes.get(programme)
  if (existing && existing.simplify === simplify) return existing
  const index = buildSearchIndex(programme, simplify)
  indexes.set(programme, index)
  return index
}

/**
 * Returns a function that gives the search index of a programme.
 * The returned function gives undefined without a programme. The index is built at its first use or when the device is
 * idle. Abstracts are loaded afterwards and added while idle.
 */
export function useSearchIndex(programme: Programme | undefined): () => SearchIndex | undefined {
  const simplify = useHanForms()
  const [wasIdle, setWasIdle] = useState(false)
  /** The number is not read: setting it renders the screen again. */
  const [, setIndexedCount] = useState(0)
  useEffect(() => whenIdle(() => setWasIdle(true)), [])
  const abstracts = useQuery({
    ...abstractsQuery(programme?.sessions ?? []),
    enabled: wasIdle && !!programme,
  }).data
  useEffect(() => {
    if (!programme || !wasIdle) return undefined
    const index = getIndex(programme, simplify)
    const pending = Object.entries(abstracts ?? {}).filter(([id]) => !index.abstracts.has(id))
    let cancelIdle = () => {}
    const addBatch = () => {
      for (const [id, abstract] of pending.splice(0, abstractsPerCallback)) addAbstract(index, id, abstract)
      if (pending.length > 0) cancelIdle = whenIdle(addBatch)
      // Renders the screen, which searches again with the abstracts that have arrived.
      else setIndexedCount(index.abstracts.size)
    }
    cancelIdle = whenIdle(addBatch)
    return () => cancelIdle()
  }, [programme, wasIdle, abstracts, simplify])
  return () => programme && getIndex(programme, simplify)
}
