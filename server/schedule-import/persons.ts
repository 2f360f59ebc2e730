import { linkDrafts } from './entry-parts.ts'
import { isRecord, toText } from './json-values.ts'
import { anyText, toLocalized } from './localized-text.ts'
import { toLine, toPlainText } from './plain-text.ts'
import type { ScheduleBuilder } from './schedule-builder.ts'

type Json = Record<string, unknown>

/**
 * Persons of a JSON format, as frab (`public_name`), pretalx (`name`, `code`) and c3voc (`guid`) write them, bare names,
 * or identities of persons that the file lists elsewhere.
 * @param listed the identities of those persons
 * @returns references for the `speakerKeys` of entries
 */
export function addPersons(
  builder: ScheduleBuilder,
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

function addPerson(builder: ScheduleBuilder, person: Json): string[] {
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
