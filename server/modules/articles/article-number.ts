import { sql, type Kysely, type RawBuilder } from 'kysely'
import { articleModuleNames } from '#contract/articles.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { formatDateInTimeZone } from '#contract/time.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Tables } from '#server/db/client.ts'
import type { WriteHooks, WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { readForumZone } from '#server/db/settings.ts'

/** Digits behind the day; a day with more articles has more of them. */
const counterDigits = 2

/** Gives an article its number, and keeps it from having another one's. */
export const numberHooks: Required<Pick<WriteHooks, 'make' | 'check'>> = {
  make: async (step) => (typeof step.after['no'] === 'string' ? {} : { no: await nextNumber(step) }),
  check: async (step) => ((await isTaken(step)) ? [taken] : []),
}

const taken: FieldIssue = { path: 'no', key: 'article.no_taken' }

/** A day, and the counter of its last article among those with so many digits. */
interface LastNumber {
  day: string
  digits: number
  last: number
}

/** `2023090501`: the day in the forum's zone, and how many came on it. One of a deleted article is not given again. */
async function nextNumber(step: WriteHookContext): Promise<string> {
  const { day, digits, last } = await findLast(step)
  step.memory.set(givenLast, { day, digits, last: last + 1 })
  return `${day}${String(last + 1).padStart(digits, '0')}`
}

/** What a write of many rows remembers of the number that it gave last. */
const givenLast = 'article number'

async function findLast({ trx, now, memory }: WriteHookContext): Promise<LastNumber> {
  let found = memory.get(givenLast) as LastNumber | undefined
  if (!found) {
    await lockExclusive(trx, 'article numbers')
    const day = formatDateInTimeZone(now.getTime(), await readForumZone(trx)).replaceAll('-', '')
    found = await findLastOf(trx, day, counterDigits)
  }
  while (found.last + 1 >= 10 ** found.digits) found = await findLastOf(trx, found.day, found.digits + 1)
  return found
}

/**
 * The highest counter of a day with so many digits, with one look into the index of each module. Letters come after the
 * digits: a number with one counts as the highest that could stand in its place.
 */
async function findLastOf(trx: Kysely<Tables>, day: string, digits: number): Promise<LastNumber> {
  const beforeFirst = digits === counterDigits ? 0 : 10 ** (digits - 1) - 1
  const [from, to] = [`${day}${'0'.repeat(digits)}`, `${day}${'9'.repeat(digits)}`]
  const highest = inAllModules(
    (name) => sql`select * from (select no from ${sql.id(name)}
      where length(no) = ${sql.lit(from.length)} and no >= ${from} and no <= ${to}
      order by no desc limit 1) as ${sql.id(`last_of_${name}`)}`,
  )
  const { rows } = await sql<{ no: string }>`${highest}`.execute(trx)
  const counters = rows.map(({ no }) => Number(no.slice(day.length).replace(/\D.*$/, fillNines)))
  return { day, digits, last: Math.max(beforeFirst, ...counters) }
}

const fillNines = (rest: string): string => '9'.repeat(rest.length)

/** The number of a row that is there already stays good, so only a new one is looked for. */
async function isTaken({ trx, before, after }: WriteHookContext): Promise<boolean> {
  const { no, id } = after
  if (typeof no !== 'string' || no === before?.['no']) return false
  await lockExclusive(trx, 'article numbers')
  const others = inAllModules(
    (name) =>
      sql`select id from ${sql.id(name)} where length(no) = ${sql.lit(no.length)} and no = ${no} and id <> ${id}`,
  )
  return (await sql`${others}`.execute(trx)).rows.length > 0
}

/** One question to the tables of all articles, deleted ones too; each has an index over the length and the number. */
function inAllModules(question: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(articleModuleNames.map(question), sql` union all `)
}
