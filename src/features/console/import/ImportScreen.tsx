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

/** Rows in, from a person's own table: file, check, rows, and back. */
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

/** What the import is at. */
function Stage({ metadata }: { metadata: ModuleMetadata }) {
  const { state, work } = useImport(metadata.name)
  const { phase, file } = state
  useUnsavedChanges(file !== undefined && phase !== 'written' && phase !== 'undone')
  const stage = stageOf[phase]
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(stage)
  // What was pressed is gone: who uses keys or hears the page goes on at the beginning of what came in its place.
  useEffect(() => {
    if (before.current !== stage) place.current?.focus({ preventScroll: true })
    before.current = stage
  }, [stage])
  const parts = { metadata, state, work }
  return (
    <div ref={place} className={styles.stage} tabIndex={-1} data-phase={phase}>
      {/* Told once for each step: not every row is read out. */}
      <output>
        <VisuallyHidden>{useSpoken(state)}</VisuallyHidden>
      </output>
      {stage === 'choose' && <FileStep {...parts} />}
      {stage === 'busy' && <ImportProgressCard state={state} onStop={() => work.stop()} />}
      {stage === 'checked' && <PreviewStep {...parts} />}
      {stage === 'over' && <ResultStep {...parts} />}
    </div>
  )
}

/** Where it is, for who does not see the page change. */
function useSpoken(state: ImportState): string {
  const { t } = useTranslation('console-import')
  const { phase, report, failure } = state
  const stage = stageOf[phase]
  if (stage === 'busy') return phase === 'undoing' ? t('busy.undoing') : t('busy.start')
  if (stage === 'over') return t(phase === 'undone' ? 'undone.title' : 'done.title')
  // A failure is told by itself.
  if (stage === 'choose' || failure) return ''
  const bad = report?.counts.bad ?? 0
  return [t(`state.${getImportStatus(state)}`), bad > 0 && `${t('counts.bad')} ${bad}`]
    .filter(Boolean)
    .join(' ')
}

const stageOf = {
  choosing: 'choose',
  sending: 'busy',
  checking: 'busy',
  checked: 'checked',
  writing: 'busy',
  written: 'over',
  undoing: 'busy',
  undone: 'over',
} as const
