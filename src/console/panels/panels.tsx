import { Suspense, useState, lazy, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import type { Row } from '../data/console-api.ts'
import type { RecordPanelProps } from './panel-calls.ts'
import styles from './panels.module.css'
import type { PanelView } from '#contract/module-definition.ts'

/** Shows a button for each list panel of a module, which opens the panel in a sheet. */
export function ListPanels({
  metadata,
  className,
}: {
  metadata: ModuleMetadata
  /** Class of each button. */
  className: string | undefined
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const [openKind, setOpenKind] = useState<string>()
  const panels = getListPanels(metadata)
  const openPanel = panels.find(({ kind }) => kind === openKind)
  return (
    <>
      {panels.map(({ kind, label }) => (
        <Button key={kind} className={className} aria-haspopup="dialog" onClick={() => setOpenKind(kind)}>
          {label[locale]}
        </Button>
      ))}
      {openPanel && (
        <Sheet title={openPanel.label[locale]} closeLabel={t('close')} onClose={() => setOpenKind(undefined)}>
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <openPanel.Panel />
          </Suspense>
        </Sheet>
      )}
    </>
  )
}

/** Shows the record panels of a module below the fields. */
export function RecordPanels({
  metadata,
  row,
  heading: Heading,
}: {
  metadata: ModuleMetadata
  row: Row
  heading: 'h2' | 'h3'
}) {
  const locale = useLocale()
  return getRecordPanels(metadata).map(({ kind, label, Panel }) => (
    <section key={kind} className={styles.panel} aria-label={label[locale]}>
      <Heading className={styles.title}>{label[locale]}</Heading>
      <Suspense fallback={<SkeletonLines lines={2} />}>
        <Panel row={row} />
      </Suspense>
    </section>
  ))
}

/** Record panels by the `kind` that module definitions give them. */
const recordPanels: Readonly<Partial<Record<string, ComponentType<RecordPanelProps>>>> = {
  second_factor: lazy(() => import('./SecondFactorPanel.tsx')),
  sign_ins: lazy(() => import('./SignInsPanel.tsx')),
}

/** List panels by the `kind` that module definitions give them. */
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

/** Selects the panels of a place, each with its component. */
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
