import type { Kysely } from 'kysely'
import { articleModuleNames } from '#contract/articles.ts'
import type { FieldProblem } from '#contract/envelope.ts'
import { dateIn } from '#contract/time.ts'
import { workAlone } from '#server/db/alone.ts'
import type { Tables } from '#server/db/client.ts'
import { moduleTables } from '#server/engine/module-tables.ts'
import type { WriteHooks, WriteStep } from '#server/engine/write/step.ts'
import { readForumZone } from '#server/settings/forum-zone.ts'

/** Digits behind the day; a day with more articles has more of them. */
const counterDigits = 2

/** Gives an article its number, and keeps it from having another one's. */
export const numberHooks: Required<Pick<WriteHooks, 'make' | 'check'>> = {
  make: async (step) => (typeof step.after['no'] === 'string' ? {} : { no: await nextNumber(step) }),
  check: async (step) => ((await isTaken(step)) ? [taken] : []),
}

const taken: FieldProblem = { path: 'no', key: 'article.no_taken' }

/** `2023090501`: the day in the forum's zone, and how many came on it. One of a deleted article is not given again. */
async function nextNumber({ trx, now, memory }: WriteStep): Promise<string> {
  const before = memory.get(givenLast) as { day: string; last: number } | undefined
  const { day, last } = before ?? (await findLast(trx, now))
  memory.set(givenLast, { day, last: last + 1 })
  return `${day}${String(last + 1).padStart(counterDigits, '0')}`
}

/** What a write of many rows remembers of the number that it gave last. */
const givenLast = 'article number'

async function findLast(trx: Kysely<Tables>, now: Date): Promise<{ day: string; last: number }> {
  await workAlone(trx, 'article numbers')
  const day = dateIn(now.getTime(), await readForumZone(trx)).replaceAll('-', '')
  let last = 0
  for (const name of articleModuleNames) {
    const rows = await moduleTables(trx)
      .selectFrom(name)
      .select('no')
      .where('no', 'like', `${day}__%`)
      .execute()
    for (const { no } of rows) last = Math.max(last, Number(String(no).slice(day.length)) || 0)
  }
  return { day, last }
}

/** The number of a row that is there already stays good, so only a new one is looked for. */
async function isTaken({ trx, before, after }: WriteStep): Promise<boolean> {
  const { no } = after
  if (typeof no !== 'string' || no === before?.['no']) return false
  await workAlone(trx, 'article numbers')
  for (const name of articleModuleNames) {
    const found = await moduleTables(trx)
      .selectFrom(name)
      .select('id')
      .where('no', '=', no)
      .where('id', '<>', after.id)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}
