import { toGuid, toLinkDrafts } from './entry-fields.ts'
import type { ScheduleNotice, ImportedSpeaker } from './schedule.ts'
import { getAnyText, toLocalized } from './localized-text.ts'
import { isRecord, toText } from './json-syntax.ts'
import { toLine, toPlainText } from './plain-text.ts'

/** A speaker as a list or entry of the file describes them. Missing identities are empty. */
export interface SpeakerDraft extends Omit<ImportedSpeaker, 'key'> {
  guid?: string | undefined
  /** Code of one system for one person, such as pretalx' `ABC123`. */
  code?: string | undefined
  /** Number in one system. Merged files may repeat it. */
  id?: string | undefined
}

/** A speaker as one place of the file names them. */
interface Mention {
  draft: SpeakerDraft
  /** The strongest of guid, code and number; empty without any. */
  identity: string
  /** The name in the form in which names are compared: NFKC, lower case, straight apostrophes. */
  normalizedName: string
}

/**
 * The speakers of a file. A number with several names is no identity: those speakers are distinguished by name. A guid
 * or code identifies one person, who may have changed the name.
 */
export class SpeakerList {
  /** By their reference. */
  readonly #mentions = new Map<string, Mention>()
  readonly #mentionsByIdentity = new Map<string, Mention[]>()

  /**
   * Adds a speaker. @returns a reference that is valid in this file; {@link resolve} converts it to the speaker's key
   */
  add(draft: SpeakerDraft): string {
    const { identity, isNumber } = findStrongestIdentity(draft)
    const normalizedName = getAnyText(draft.name).normalize('NFKC').toLowerCase().replaceAll(/[‘’ʼ]/g, "'")
    // A guid or code alone identifies a speaker. A number may be shared, so it counts together with the name.
    const reference = identity !== '' && !isNumber ? identity : JSON.stringify([identity, normalizedName])
    if (this.#mentions.has(reference)) return reference
    const mention = { draft, identity, normalizedName }
    this.#mentions.set(reference, mention)
    const sameIdentityMentions = this.#mentionsByIdentity.get(identity) ?? []
    sameIdentityMentions.push(mention)
    this.#mentionsByIdentity.set(identity, sameIdentityMentions)
    return reference
  }

  /** @param reference result of {@link add}, or an identity as entries of some formats use it */
  has(reference: string): boolean {
    return this.#find(reference) !== undefined
  }

  /** Merges mentions of one person, after the whole file has been read. */
  resolve(): {
    speakers: ImportedSpeaker[]
    findKey: (reference: string) => string
    notices: ScheduleNotice[]
  } {
    const identifiedMentions = [...this.#mentions.values()].filter(({ identity }) =>
      this.#isIdentity(identity),
    )
    const mentionsByName = Map.groupBy(identifiedMentions, ({ normalizedName }) => normalizedName)
    const keys = new Map<Mention, string>(identifiedMentions.map((mention) => [mention, mention.identity]))
    const firstSpellings = new Map<string, string>()
    for (const mention of this.#mentions.values()) {
      if (keys.has(mention)) continue
      // Without an identity, a speaker is the only identified one of this name, or is identified by the name itself.
      const namesakes = mentionsByName.get(mention.normalizedName) ?? []
      const spelling = firstSpellings.get(mention.normalizedName) ?? getAnyText(mention.draft.name)
      firstSpellings.set(mention.normalizedName, spelling)
      keys.set(mention, namesakes.length === 1 ? (namesakes[0]?.identity ?? spelling) : spelling)
    }
    const speakers = new Map<string, ImportedSpeaker>()
    // Data with an identity precedes data with only a name.
    for (const mention of [...identifiedMentions, ...this.#mentions.values()]) {
      const key = keys.get(mention) ?? mention.identity
      const { name, biography, links } = mention.draft
      if (!speakers.has(key)) speakers.set(key, { key, name, biography, links })
    }
    const findKey = (reference: string): string => {
      const mention = this.#find(reference)
      return (mention && keys.get(mention)) ?? reference
    }
    return { speakers: [...speakers.values()], findKey, notices: this.#listNotices() }
  }

  #find(reference: string): Mention | undefined {
    return this.#mentions.get(reference) ?? this.#mentionsByIdentity.get(reference)?.[0]
  }

  /** Returns whether an identity belongs to one speaker of the file. */
  #isIdentity(identity: string): boolean {
    return !isEmptyIdentity(identity) && this.#mentionsByIdentity.get(identity)?.length === 1
  }

  #listNotices(): ScheduleNotice[] {
    return [...this.#mentionsByIdentity]
      .filter(([identity, { length }]) => identity !== '' && length > 1)
      .map(([number, { length }]) => ({ key: 'note.shared_person', params: { number, names: length } }))
  }
}

/** Finds the strongest identity of a speaker. A guid or code that is only a number counts as a number. */
function findStrongestIdentity({ guid: rawGuid = '', code = '', id = '' }: SpeakerDraft): {
  identity: string
  isNumber: boolean
} {
  const guid = toGuid(rawGuid) || rawGuid
  const identity = [guid, code, id].find((candidate) => candidate !== '' && !/^[0-]+$/.test(candidate)) ?? ''
  const isNumber = identity === '' || identity === id || /^\d+$/.test(identity)
  // Zeros identify nobody, but an entry may still refer to its speaker by them.
  return { identity: identity || [guid, code, id].find((candidate) => candidate !== '') || '', isNumber }
}

/** Programme systems write 0 for a missing number, and a guid of zeros for a missing guid. */
function isEmptyIdentity(identity: string): boolean {
  return /^[0-]*$/.test(identity)
}

/** An object of a JSON file, whose members may have any type. */
type Json = Record<string, unknown>

/** Collects the speakers of a file: the schedule builder. */
interface SpeakerTarget {
  /** @returns a reference for the `speakerKeys` of entries */
  addSpeaker(speaker: SpeakerDraft): string
}

/**
 * Adds persons of a JSON format, as frab (`public_name`), pretalx (`name`, `code`) and c3voc (`guid`) write them. A
 * person may also be a bare name, or the identity of a person that the file lists elsewhere.
 * @param listedIdentities the identities of the persons that are listed elsewhere
 * @returns references for the `speakerKeys` of entries
 */
export function addPersons(
  builder: SpeakerTarget,
  persons: unknown,
  listedIdentities: ReadonlySet<string> = new Set(),
): string[] {
  const list: unknown[] = Array.isArray(persons) ? persons : []
  return list.flatMap((value) => {
    if (isRecord(value)) return addPerson(builder, value)
    const text = toText(value)
    return typeof value === 'number' || listedIdentities.has(text)
      ? [text]
      : addPerson(builder, { name: text })
  })
}

/** Lists the identities by which other parts of a file may reference its persons. */
export function listIdentities(persons: readonly Json[]): Set<string> {
  return new Set(
    persons.flatMap((person) => ['guid', 'code', 'id'].map((key) => toText(person[key]))).filter(Boolean),
  )
}

function addPerson(builder: SpeakerTarget, person: Json): string[] {
  const fullName = `${toText(person['first_name'])} ${toText(person['last_name'])}`
  const nameCandidates = [person['public_name'], person['name'], person['full_public_name'], fullName]
  const name = nameCandidates
    .map((candidate) => toLocalized(isRecord(candidate) ? candidate : toText(candidate), toLine))
    .find((candidate) => getAnyText(candidate) !== '')
  if (name === undefined) return []
  return [
    builder.addSpeaker({
      guid: toText(person['guid']),
      code: toText(person['code']),
      id: toText(person['id']),
      name,
      biography: toLocalized(person['biography'] ?? person['description'], toPlainText),
      links: [{ url: toText(person['url']), title: '' }, ...toLinkDrafts(person['links'])],
    }),
  ]
}
