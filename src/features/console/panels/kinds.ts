import { lazy, type ComponentType } from 'react'
import type { PanelView } from '#contract/module-definition.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RecordPanelProps } from './panel-props.ts'

/** Panels beside records, by their kinds. */
const recordPanels: Readonly<Partial<Record<string, ComponentType<RecordPanelProps>>>> = {
  second_factor: lazy(() => import('./SecondFactorPanel.tsx')),
  sign_ins: lazy(() => import('./SignInsPanel.tsx')),
}

/** Panels of lists, by their kinds. */
const listPanels: Readonly<Partial<Record<string, ComponentType>>> = {
  retention: lazy(() => import('./RetentionPanel.tsx')),
}

/** The panels of a module that this app knows; one of a newer server is left out. */
export function getRecordPanels({ panels = [] }: Pick<ModuleMetadata, 'panels'>) {
  return known(panels, 'record', recordPanels)
}

/** The same of its list. */
export function getListPanels({ panels = [] }: Pick<ModuleMetadata, 'panels'>) {
  return known(panels, 'list', listPanels)
}

function known<Panel>(
  panels: readonly PanelView[],
  place: PanelView['place'],
  parts: Readonly<Partial<Record<string, Panel>>>,
): { kind: string; label: PanelView['label']; Panel: Panel }[] {
  return panels.flatMap((panel) => {
    const Panel = panel.place === place && Object.hasOwn(parts, panel.kind) ? parts[panel.kind] : undefined
    return Panel ? [{ kind: panel.kind, label: panel.label, Panel }] : []
  })
}
