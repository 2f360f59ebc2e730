import type { ModuleMetadata } from '#contract/metadata.ts'

/** How a state looks: it waits for an organiser, ended well, ended badly, or neither. */
export type StateTone = 'waiting' | 'positive' | 'negative' | 'plain'

/** The look of a state, by the actions that lead to it and on from it. */
export function stateTone({ workflow, actions }: ModuleMetadata, state: unknown): StateTone {
  const deeds = Object.values(actions)
  const tones = new Set(deeds.filter(({ to }) => to === state).map(({ tone }) => tone))
  if (tones.has('positive') && state !== workflow?.initial) return 'positive'
  if (tones.has('negative')) return 'negative'
  const leadsOn = deeds.some(({ from, tone }) => tone === 'positive' && from?.includes(String(state)))
  return leadsOn ? 'waiting' : 'plain'
}
