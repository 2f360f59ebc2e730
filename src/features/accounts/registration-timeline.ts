import { reviewDeadlineHours, reviewStates, type ReviewState } from '#contract/modules/review.ts'

/** A station of the line that a registration goes along. */
export interface TimelineStep {
  name: ReviewState | 'result'
  /** Behind it, the one it is at, or still to come. */
  place: 'done' | 'now' | 'coming'
  /** When it came there, or is expected to. */
  at?: string
}

/** What the line is made of. */
export interface TimelineInput {
  status: string
  /** Instants. */
  submitted_at: string
  decided_at?: string | null
  updated_at: string
}

/** The stations in the order of time: what is done, where it stands, what comes. */
export function buildTimeline({
  status,
  submitted_at,
  decided_at,
  updated_at,
}: TimelineInput): TimelineStep[] {
  const state = reviewStates.find((one) => one === status) ?? 'submitted'
  const sent: TimelineStep = {
    name: 'submitted',
    place: state === 'submitted' ? 'now' : 'done',
    at: submitted_at,
  }
  const result: TimelineStep = { name: 'result', place: 'coming', at: expectedAt(submitted_at) }
  switch (state) {
    case 'submitted':
      return [sent, { name: 'under_review', place: 'coming' }, result]
    case 'under_review':
      return [sent, { name: state, place: 'now', at: updated_at }, result]
    case 'more_info':
      // The time until the result begins when the person has sent what is wanted.
      return [sent, { name: state, place: 'now', at: updated_at }, { name: 'result', place: 'coming' }]
    default:
      return [sent, { name: state, place: 'now', at: decided_at ?? updated_at }]
  }
}

function expectedAt(submittedAt: string): string {
  return new Date(Date.parse(submittedAt) + reviewDeadlineHours * 3_600_000).toISOString()
}
