import type { ModuleMetadata } from '#contract/metadata.ts'

/** Tone of a workflow state: waits for an organiser, ended well, ended badly, or neither. */
export type StateTone = 'waiting' | 'positive' | 'negative' | 'plain'

/** Derives the tone of a state from the actions that lead to it and from it. */
export function getStateTone({ workflow, actions }: ModuleMetadata, state: unknown): StateTone {
  const list = Object.values(actions)
  const tones = new Set(list.filter(({ to }) => to === state).map(({ tone }) => tone))
  if (tones.has('positive') && state !== workflow?.initial) return 'positive'
  if (tones.has('negative')) return 'negative'
  const leadsOn = list.some(({ from, tone }) => tone === 'positive' && from?.includes(String(state)))
  return leadsOn ? 'waiting' : 'plain'
}
