import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { getListPanels } from './kinds.ts'

/** Shows a button for each list panel of a module, which opens the panel in a sheet. */
export function ListPanels({
  metadata,
  className,
}: {
  metadata: ModuleMetadata
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
