import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { tourRoutes, type SeatsData } from '#contract/modules/tour-routes.ts'
import type { Database } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import { success } from '#server/http/envelope.ts'

const schema = {
  tags: ['modules'],
  summary: 'How many seats each tour has left',
} as const

/** Calls a minute from one address: a form asks when its step with the tours is opened. */
const rateLimit = { max: 1200, timeWindow: 60_000 }

/** The relation by which a registration takes seats. */
const relation = 'activities' satisfies keyof typeof registrations.fields

/**
 * The seats that are left, for who registers. Whether there is one is decided when a registration is written; until then
 * the number is what was true a moment ago.
 */
export async function seatRoutes(app: FastifyInstance, db: Database): Promise<void> {
  app.get(
    '/front/registrations/seats',
    { config: { permission: { kind: 'signed_in' }, rateLimit }, schema },
    async (): Promise<SuccessEnvelope<SeatsData>> => {
      const tours = await seatsOfTours.run(db.kysely, { module: registrations.name, relation })
      const left = tours.map(({ id, seats, taken }) => [id, Math.max(0, seats - Number(taken))] as const)
      return success({ left: Object.fromEntries(left) })
    },
  )
}

/** Every tour and how many of its seats are taken, which an index counts. */
export const seatsOfTours = prepareQuery((kysely, values: { module: string; relation: string }) =>
  sql<{ id: string; seats: number; taken: number | string }>`
    select id, seats, (select count(*) from capacity_uses
      where module = ${values.module} and relation = ${values.relation} and target = tour.id) as taken
    from ${sql.id(tourRoutes.name)} as tour where deleted_at is null`.compile(kysely),
)
