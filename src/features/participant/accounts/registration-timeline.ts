import { reviewDeadlineHours, reviewStates, type ReviewState } from '#contract/modules/review.ts'

/** A step of a registration's timeline. */
export interface TimelineStep {
  name: ReviewState | 'result'
  /** Whether the step is done, current or still to come. */
  progress: 'done' | 'now' | 'coming'
  /** When it was reached, or is expected. */
  at?: string
}

/** Input of the timeline. */
export interface TimelineInput {
  status: string
  /** Instants. */
  submitted_at: string
  decided_at?: string | null
  updated_at: string
}

/** Lists the steps in the order of time. */
export function buildTimeline({
  status,
  submitted_at,
  decided_at,
  updated_at,
}: TimelineInput): TimelineStep[] {
  const state = reviewStates.find((one) => one === status) ?? 'submitted'
  const submittedStep: TimelineStep = {
    name: 'submitted',
    progress: state === 'submitted' ? 'now' : 'done',
    at: submitted_at,
  }
  const resultStep: TimelineStep = { name: 'result', progress: 'coming', at: getExpectedAt(submitted_at) }
  switch (state) {
    case 'submitted':
      return [submittedStep, { name: 'under_review', progress: 'coming' }, resultStep]
    case 'under_review':
      return [submittedStep, { name: state, progress: 'now', at: updated_at }, resultStep]
    case 'more_info':
      // The review deadline starts only when the user has sent the requested information.
      return [
        submittedStep,
        { name: state, progress: 'now', at: updated_at },
        { name: 'result', progress: 'coming' },
      ]
    default:
      return [submittedStep, { name: state, progress: 'now', at: decided_at ?? updated_at }]
  }
}

function getExpectedAt(submittedAt: string): string {
  return new Date(Date.parse(submittedAt) + reviewDeadlineHours * 3_600_000).toISOString()
}
