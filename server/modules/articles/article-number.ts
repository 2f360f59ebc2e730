import { sql, type Kysely, type RawBuilder } from 'kysely'
import { articleModuleNames } from '#contract/articles.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { formatDateInTimeZone } from '#contract/time.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Tables } from '#server/db/client.ts'
import type { WriteHooks, WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { readForumZone } from '#server/db/settings.ts'

/** Minimum digits of the counter behind the day. A day with more articles has more digits. */
const counterDigits = 2

/** Gives each new article a number and rejects a number that another article has. */
export const articleNumberHooks: Required<Pick<WriteHooks, 'make' | 'check'>> = {
  make: async (step) => (typeof step.after['no'] === 'string' ? {} : { no: await createNumber(step) }),
  check: async (step) => ((await isTaken(step)) ? [takenIssue] : []),
}

const takenIssue: FieldIssue = { path: 'no', key: 'article.no_taken' }

/** A day and the highest counter in use among the numbers of this length. */
interface LastNumber {
  /** `YYYYMMDD`. */
  day: string
  /** Digits of the counter. */
  digits: number
  counter: number
}

/**
 * Creates a number such as `2023090501`: the day in the forum's zone and a counter. Numbers of deleted articles are
 * not reused.
 */
async function createNumber(step: WriteHookContext): Promise<string> {
  const { day, digits, counter } = await findLastNumber(step)
  step.memory.set(lastNumberKey, { day, digits, counter: counter + 1 })
  return `${day}${String(counter + 1).padStart(digits, '0')}`
}

/** Key in the memory of a bulk write: the last number that this write created. */
const lastNumberKey = 'article number'

/** Finds the last number of this write or, at its first row, of the day. Other transactions that create one then wait. */
async function findLastNumber({ trx, now, memory }: WriteHookContext): Promise<LastNumber> {
  let lastNumber = memory.get(lastNumberKey) as LastNumber | undefined
  if (!lastNumber) {
    await lockExclusive(trx, 'article numbers')
    const day = formatDateInTimeZone(now.getTime(), await readForumZone(trx)).replaceAll('-', '')
    lastNumber = await findHighestCounter(trx, day, counterDigits)
  }
  // All numbers of this length are in use, so the day continues with one more digit.
  while (lastNumber.counter + 1 >= 10 ** lastNumber.digits)
    lastNumber = await findHighestCounter(trx, lastNumber.day, lastNumber.digits + 1)
  return lastNumber
}

/**
 * Finds the highest counter of a day among numbers of this length, by one index lookup per module. Imported numbers may
 * contain letters, which sort after digits: `202309051a` counts as counter 19, so that no lower counter is tried again.
 */
async function findHighestCounter(trx: Kysely<Tables>, day: string, digits: number): Promise<LastNumber> {
  // A longer counter continues after the shorter one: 100 follows 99.
  const minCounter = digits === counterDigits ? 0 : 10 ** (digits - 1) - 1
  const [from, to] = [`${day}${'0'.repeat(digits)}`, `${day}${'9'.repeat(digits)}`]
  const query = unionOfArticleModules(
    (name) => sql`select * from (select no from ${sql.id(name)}
      where length(no) = ${sql.lit(from.length)} and no >= ${from} and no <= ${to}
      order by no desc limit 1) as ${sql.id(`last_of_${name}`)}`,
  )
  const { rows } = await sql<{ no: string }>`${query}`.execute(trx)
  const counters = rows.map(({ no }) => Number(no.slice(day.length).replace(/\D.*$/, toNines)))
  return { day, digits, counter: Math.max(minCounter, ...counters) }
}

const toNines = (digits: string): string => '9'.repeat(digits.length)

/** An unchanged number stays valid, so only a new number is checked. */
async function isTaken({ trx, before, after }: WriteHookContext): Promise<boolean> {
  const { no, id } = after
  if (typeof no !== 'string' || no === before?.['no']) return false
  // Until this transaction ends, no other can take the number.
  await lockExclusive(trx, 'article numbers')
  const query = unionOfArticleModules(
    (name) =>
      sql`select id from ${sql.id(name)} where length(no) = ${sql.lit(no.length)} and no = ${no} and id <> ${id}`,
  )
  return (await sql`${query}`.execute(trx)).rows.length > 0
}

/**
 * Builds one query over the tables of all article modules, deleted rows included. Each table has an index on length
 * and number.
 */
function unionOfArticleModules(buildSelect: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(articleModuleNames.map(buildSelect), sql` union all `)
}
