import { toGuid, linkDrafts } from './entry-parts.ts'
import type { ScheduleNotice } from './schedule-issue.ts'
import { anyText, toLocalized } from './localized-text.ts'
import type { ImportedSpeaker } from './schedule.ts'
import { isRecord, toText } from './json-syntax.ts'
import { toLine, toPlainText } from './plain-text.ts'

/** A person as a list or an entry of the file names them. Identities are empty where the file has none. */
export interface SpeakerDraft extends Omit<ImportedSpeaker, 'key'> {
  guid?: string | undefined
  /** Given by one system to one person, such as pretalx' `ABC123`. */
  code?: string | undefined
  /** A number of one system; files that join several systems use it twice. */
  id?: string | undefined
}

interface Mention {
  draft: SpeakerDraft
  identity: string
  /** The name without what writings of one name differ in. */
  name: string
}

/**
 * The persons of a file. A number that stands beside several names is no identity: its persons are told apart by
 * their names. A guid or code stands for one person, who may have changed the name.
 */
export class SpeakerList {
  readonly #mentions = new Map<string, Mention>()
  readonly #ofIdentity = new Map<string, Mention[]>()

  /** @returns a reference to the person, valid in this file; {@link settle} turns it into the person's key */
  add(draft: SpeakerDraft): string {
    const { identity, isNumber } = identityOf(draft)
    const name = anyText(draft.name).normalize('NFKC').toLowerCase().replaceAll(/[‘’ʼ]/g, "'")
    const reference = identity !== '' && !isNumber ? identity : JSON.stringify([identity, name])
    if (this.#mentions.has(reference)) return reference
    const mention = { draft, identity, name }
    this.#mentions.set(reference, mention)
    const sharing = this.#ofIdentity.get(identity) ?? []
    sharing.push(mention)
    this.#ofIdentity.set(identity, sharing)
    return reference
  }

  /** @param reference of {@link add}, or an identity as entries of some formats name it */
  has(reference: string): boolean {
    return this.#find(reference) !== undefined
  }

  /** Decides who is one person, once the whole file has been read. */
  settle(): { speakers: ImportedSpeaker[]; keyOf: (reference: string) => string; notes: ScheduleNotice[] } {
    const identified = [...this.#mentions.values()].filter(({ identity }) => this.#isIdentity(identity))
    const identitiesOfName = Map.groupBy(identified, ({ name }) => name)
    const keys = new Map<Mention, string>(identified.map((mention) => [mention, mention.identity]))
    const firstOfName = new Map<string, string>()
    for (const mention of this.#mentions.values()) {
      if (keys.has(mention)) continue
      const namesakes = identitiesOfName.get(mention.name) ?? []
      const written = firstOfName.get(mention.name) ?? anyText(mention.draft.name)
      firstOfName.set(mention.name, written)
      keys.set(mention, namesakes.length === 1 ? (namesakes[0]?.identity ?? written) : written)
    }
    const speakers = new Map<string, ImportedSpeaker>()
    // What is said of a person beside their identity goes before what stands beside the name alone.
    for (const mention of [...identified, ...this.#mentions.values()]) {
      const key = keys.get(mention) ?? mention.identity
      const { name, biography, links } = mention.draft
      if (!speakers.has(key)) speakers.set(key, { key, name, biography, links })
    }
    const keyOf = (reference: string): string => {
      const mention = this.#find(reference)
      return (mention && keys.get(mention)) ?? reference
    }
    return { speakers: [...speakers.values()], keyOf, notes: this.#notes() }
  }

  #find(reference: string): Mention | undefined {
    return this.#mentions.get(reference) ?? this.#ofIdentity.get(reference)?.[0]
  }

  #isIdentity(identity: string): boolean {
    return !isNothing(identity) && this.#ofIdentity.get(identity)?.length === 1
  }

  #notes(): ScheduleNotice[] {
    return [...this.#ofIdentity]
      .filter(([identity, { length }]) => identity !== '' && length > 1)
      .map(([number, { length }]) => ({ key: 'note.shared_person', params: { number, names: length } }))
  }
}

/** The strongest identity of a person. A guid or code that is but a number is no stronger than a number. */
function identityOf({ guid: written = '', code = '', id = '' }: SpeakerDraft): {
  identity: string
  isNumber: boolean
} {
  const guid = toGuid(written) || written
  const identity = [guid, code, id].find((one) => one !== '' && !/^[0-]+$/.test(one)) ?? ''
  const isNumber = identity === '' || identity === id || /^\d+$/.test(identity)
  return { identity: identity || [guid, code, id].find((one) => one !== '') || '', isNumber }
}

/** Programme systems write 0 where they have no number, and a guid of zeros where they have no guid. */
function isNothing(identity: string): boolean {
  return /^[0-]*$/.test(identity)
}

type Json = Record<string, unknown>

/** Collects the speakers of a file: the schedule builder. */
interface SpeakerTarget {
  /** @returns a reference for the `speakerKeys` of entries */
  addSpeaker(speaker: SpeakerDraft): string
}

/**
 * Persons of a JSON format, as frab (`public_name`), pretalx (`name`, `code`) and c3voc (`guid`) write them, bare names,
 * or identities of persons that the file lists elsewhere.
 * @param listed the identities of those persons
 * @returns references for the `speakerKeys` of entries
 */
export function addPersons(
  builder: SpeakerTarget,
  persons: unknown,
  listed: ReadonlySet<string> = new Set(),
): string[] {
  const list: unknown[] = Array.isArray(persons) ? persons : []
  return list.flatMap((value) => {
    if (isRecord(value)) return addPerson(builder, value)
    const text = toText(value)
    return typeof value === 'number' || listed.has(text) ? [text] : addPerson(builder, { name: text })
  })
}

/** What other places of a file may call the persons of its list. */
export function identitiesOf(persons: readonly Json[]): Set<string> {
  return new Set(
    persons.flatMap((person) => ['guid', 'code', 'id'].map((key) => toText(person[key]))).filter(Boolean),
  )
}

function addPerson(builder: SpeakerTarget, person: Json): string[] {
  const fullName = `${toText(person['first_name'])} ${toText(person['last_name'])}`
  const written = [person['public_name'], person['name'], person['full_public_name'], fullName]
  const name = written
    .map((one) => toLocalized(isRecord(one) ? one : toText(one), toLine))
    .find((one) => anyText(one) !== '')
  if (name === undefined) return []
  return [
    builder.addSpeaker({
      guid: toText(person['guid']),
      code: toText(person['code']),
      id: toText(person['id']),
      name,
      biography: toLocalized(person['biography'] ?? person['description'], toPlainText),
      links: [{ url: toText(person['url']), title: '' }, ...linkDrafts(person['links'])],
    }),
  ]
}
