import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useUnsavedChanges } from '#lib/unsaved-work.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocale } from '#lib/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { backClass, PaneHeader } from '../shell/PaneHeader.tsx'
import { NotFoundState } from '../not-found-states.tsx'
import { ImportProgressCard } from './ImportProgressCard.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { FileStep } from './FileStep.tsx'
import { importTexts } from './load-import-texts.ts'
import { ResultStep } from './ResultStep.tsx'
import type { ImportState } from './import-state.ts'
import { getImportStatus } from './import-status.ts'
import { useImport } from './use-import.ts'
import styles from './ImportScreen.module.css'

/** Imports rows from a table: file, check, commit and undo. */
export default function ImportScreen({ metadata }: { metadata: ModuleMetadata }) {
  return importTexts.useTexts() ? <Import metadata={metadata} /> : <SkeletonLines lines={6} />
}

function Import({ metadata }: { metadata: ModuleMetadata }) {
  const { t } = useTranslation('console-import')
  const locale = useLocale()
  const title = t('title', { module: metadata.label[locale] })
  useDocumentTitle(title)
  if (!metadata.permissions.includes('import'))
    return <NotFoundState title={t('noRight')} text={t('noRightText')} />
  return (
    <section className={styles.pane} aria-label={title}>
      <PaneHeader>
        <Link
          to="/console/$module"
          params={{ module: metadata.name }}
          search={{}}
          className={backClass}
          aria-label={t('back')}
        >
          <Icon name="back" />
        </Link>
        <h1 className={styles.title}>{title}</h1>
      </PaneHeader>
      <Stage metadata={metadata} />
    </section>
  )
}

/** Shows the current step of the import. */
function Stage({ metadata }: { metadata: ModuleMetadata }) {
  const { state, work } = useImport(metadata.name)
  const { phase, file } = state
  useUnsavedChanges(file !== undefined && phase !== 'written' && phase !== 'undone')
  const stage = stages[phase]
  const container = useRef<HTMLDivElement>(null)
  const before = useRef(stage)
  // The pressed button is gone, so the focus moves to the start of the new step, for keyboard and screen reader.
  useEffect(() => {
    if (before.current !== stage) container.current?.focus({ preventScroll: true })
    before.current = stage
  }, [stage])
  const shared = { metadata, state, work }
  return (
    <div ref={container} className={styles.stage} tabIndex={-1} data-phase={phase}>
      {/* Announced once for each step, not for each row. */}
      <output>
        <VisuallyHidden>{useAnnouncement(state)}</VisuallyHidden>
      </output>
      {stage === 'choose' && <FileStep {...shared} />}
      {stage === 'busy' && <ImportProgressCard state={state} onStop={() => work.stop()} />}
      {stage === 'checked' && <PreviewStep {...shared} />}
      {stage === 'over' && <ResultStep {...shared} />}
    </div>
  )
}

/** Returns the text that screen readers announce for a step. */
function useAnnouncement(state: ImportState): string {
  const { t } = useTranslation('console-import')
  const { phase, report, failure } = state
  const stage = stages[phase]
  if (stage === 'busy') return phase === 'undoing' ? t('busy.undoing') : t('busy.start')
  if (stage === 'over') return t(phase === 'undone' ? 'undone.title' : 'done.title')
  // A failure is announced by its own notice.
  if (stage === 'choose' || failure) return ''
  const bad = report?.counts.bad ?? 0
  return [t(`state.${getImportStatus(state)}`), bad > 0 && `${t('counts.bad')} ${bad}`]
    .filter(Boolean)
    .join(' ')
}

const stages = {
  choosing: 'choose',
  sending: 'busy',
  checking: 'busy',
  checked: 'checked',
  writing: 'busy',
  written: 'over',
  undoing: 'busy',
  undone: 'over',
} as const
