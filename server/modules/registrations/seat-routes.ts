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

/**
 * Requests per minute from one address, which the visitors of a hall may share. A form sends one when its step with the
 * tours opens.
 */
const rateLimit = { max: 1200, timeWindow: 60_000 }

/** Relation whose targets have seats. */
const relation = 'activities' satisfies keyof typeof registrations.fields

/**
 * Registers the route that returns the free seats of each tour. The numbers are a snapshot; the write of a
 * registration decides.
 */
export async function seatRoutes(app: FastifyInstance, db: Database): Promise<void> {
  app.get(
    '/front/registrations/seats',
    { config: { permission: { kind: 'signed_in' }, rateLimit }, schema },
    async (): Promise<SuccessEnvelope<SeatsData>> => {
      const tours = await tourSeatsQuery.run(db.kysely, { module: registrations.name, relation })
      const freeSeats = tours.map(({ id, seats, taken }) => [id, Math.max(0, seats - taken)] as const)
      return success({ left: Object.fromEntries(freeSeats) })
    },
  )
}

/** Reads every tour with its number of taken seats, counted by an index. */
export const tourSeatsQuery = prepareQuery((kysely, values: { module: string; relation: string }) =>
  sql<{ id: string; seats: number; taken: number }>`
    select id, seats, (select count(*) from capacity_uses
      where module = ${values.module} and relation = ${values.relation} and target = tour.id) as taken
    from ${sql.id(tourRoutes.name)} as tour where deleted_at is null`.compile(kysely),
)
