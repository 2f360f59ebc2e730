import { expect, test } from 'vitest'
import type { PanelView } from '#contract/module-definition.ts'
import { getListPanels, getRecordPanels } from './panels.tsx'

const label = { 'zh-CN': '面板', en: 'Panel' }
const panels: PanelView[] = [
  { kind: 'sign_ins', place: 'record', label },
  { kind: 'hologram', place: 'record', label },
  { kind: 'constructor', place: 'list', label },
  { kind: 'retention', place: 'list', label },
  { kind: 'retention', place: 'record', label },
]

test('panels that this app knows are shown where they belong; those of a newer server are left out', () => {
  expect(getRecordPanels({ panels }).map(({ kind }) => kind)).toEqual(['sign_ins'])
  expect(getListPanels({ panels }).map(({ kind }) => kind)).toEqual(['retention'])
  expect([getRecordPanels({}), getListPanels({})]).toEqual([[], []])
})
