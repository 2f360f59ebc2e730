import { type TourRoute, tourRoutes as routes } from '#contract/forum.ts'
import { forumInstant } from './programme.ts'

/** The agenda's entry of each route, in their order. */
const sessions = ['tour-smart-grid', 'tour-factory', 'tour-hydrogen', 'tour-garden-city']

/** The tours as rows; each leaves from a coach bay of its own. */
export const tourRoutes = routes.map((route, index) => toRow(route, index, sessions[index]))

function toRow({ code, name, startsAt, endsAt, seats }: TourRoute, index: number, session?: string) {
  if (session === undefined) throw new Error(`tour ${code} has no entry in the sample's agenda`)
  return {
    id: `tour-${code.toLowerCase()}`,
    position: index + 1,
    code,
    name,
    starts_at: forumInstant(startsAt),
    ends_at: forumInstant(endsAt),
    seats,
    room: `r-coach-${index + 1}`,
    session,
  }
}
