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
import { backClass, PaneHead } from '../shell/PaneHead.tsx'
import { NotThere } from '../states.tsx'
import { BusyCard } from './BusyCard.tsx'
import { CheckedView } from './CheckedView.tsx'
import { ChooseView } from './ChooseView.tsx'
import { importTexts } from './load-import-texts.ts'
import { OutcomeView } from './OutcomeView.tsx'
import type { ImportState } from './import-state.ts'
import { standingOf } from './standing.ts'
import { useImportWork } from './use-import-work.ts'
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
    return <NotThere title={t('noRight')} text={t('noRightText')} />
  return (
    <section className={styles.pane} aria-label={title}>
      <PaneHead>
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
      </PaneHead>
      <Stage metadata={metadata} />
    </section>
  )
}

/** What the import is at. */
function Stage({ metadata }: { metadata: ModuleMetadata }) {
  const { state, work } = useImportWork(metadata.name)
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
      {stage === 'choose' && <ChooseView {...parts} />}
      {stage === 'busy' && <BusyCard state={state} onStop={() => work.stop()} />}
      {stage === 'checked' && <CheckedView {...parts} />}
      {stage === 'over' && <OutcomeView {...parts} />}
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
  return [t(`state.${standingOf(state)}`), bad > 0 && `${t('counts.bad')} ${bad}`].filter(Boolean).join(' ')
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
