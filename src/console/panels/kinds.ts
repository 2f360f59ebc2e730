import { lazy, type ComponentType } from 'react'
import type { PanelView } from '#contract/module-definition.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RecordPanelProps } from './panel-props.ts'

/** Record panels by kind. */
const recordPanels: Readonly<Partial<Record<string, ComponentType<RecordPanelProps>>>> = {
  second_factor: lazy(() => import('./SecondFactorPanel.tsx')),
  sign_ins: lazy(() => import('./SignInsPanel.tsx')),
}

/** List panels by kind. */
const listPanels: Readonly<Partial<Record<string, ComponentType>>> = {
  retention: lazy(() => import('./RetentionPanel.tsx')),
}

/** Returns the record panels of a module that this app knows; those of a newer server are left out. */
export function getRecordPanels({ panels = [] }: Pick<ModuleMetadata, 'panels'>) {
  return selectPanels(panels, 'record', recordPanels)
}

/** Returns the list panels of a module that this app knows. */
export function getListPanels({ panels = [] }: Pick<ModuleMetadata, 'panels'>) {
  return selectPanels(panels, 'list', listPanels)
}

function selectPanels<Panel>(
  panels: readonly PanelView[],
  place: PanelView['place'],
  components: Readonly<Partial<Record<string, Panel>>>,
): { kind: string; label: PanelView['label']; Panel: Panel }[] {
  return panels.flatMap((panel) => {
    const Panel =
      panel.place === place && Object.hasOwn(components, panel.kind) ? components[panel.kind] : undefined
    return Panel ? [{ kind: panel.kind, label: panel.label, Panel }] : []
  })
}
