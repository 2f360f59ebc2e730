import { sql, type CompiledQuery } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import { tourRoutes, type SeatsData } from '#contract/modules/tour-routes.ts'
import type { Database } from '#server/db/client.ts'
import { readTogether } from '#server/db/run-together.ts'
import { moduleTables } from '#server/engine/module-tables.ts'
import type { CapacityRule, ServerModule } from '#server/engine/server-module.ts'
import { namingConditions } from '#server/engine/write/other-rows.ts'
import { success } from '#server/http/envelope.ts'
import { registrationsServer } from '#server/modules/registrations.ts'

const schema = {
  tags: ['modules'],
  summary: 'How many seats each tour has left',
} as const

/** Calls a minute from one address: a form asks when its step with the tours is opened. */
const rateLimit = { max: 1200, timeWindow: 60_000 }

/**
 * The seats that are left, for who registers. Whether there is one is decided when a registration is written; until then
 * the number is what was true a moment ago.
 */
export async function seatRoutes(app: FastifyInstance, db: Database): Promise<void> {
  app.get(
    '/front/registrations/seats',
    { config: { permission: { kind: 'signed_in' }, rateLimit }, schema },
    async (): Promise<SuccessEnvelope<SeatsData>> => success({ left: await findSeats(db) }),
  )
}

async function findSeats(db: Database): Promise<Record<string, number>> {
  const module: ServerModule = registrationsServer
  const rule = module.capacities?.find(
    ({ relation }) => module.definition.fields[relation]?.relation?.module === tourRoutes.name,
  )
  if (!rule) return {}
  const tours = await moduleTables(db.kysely)
    .selectFrom(tourRoutes.name)
    .select(['id', rule.limit])
    .where('deleted_at', 'is', null)
    .execute()
  // One question for all of them: as many as there are tours would keep the other calls waiting.
  const taken = await readTogether(
    db.kysely,
    tours.map((tour) => namingCount(db.kysely, module, rule, String(tour['id']))),
  )
  const left = tours.map((tour, index) => {
    const rows = Number(taken[index]?.[0]?.rows ?? 0)
    return [String(tour['id']), Math.max(0, Number(tour[rule.limit]) - rows)] as const
  })
  return Object.fromEntries(left)
}

function namingCount(
  kysely: Database['kysely'],
  module: ServerModule,
  rule: CapacityRule,
  id: string,
): CompiledQuery<{ rows: number | string }> {
  const { name } = module.definition
  const stands = sql`${sql.ref(`${name}.deleted_at`)} is null`
  const where = sql.join([stands, ...namingConditions(kysely, module, rule, id)], sql` and `)
  return sql<{ rows: number | string }>`select count(*) as rows from ${sql.id(name)} where ${where}`.compile(
    kysely,
  )
}
