import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Preset } from '#contract/module-definition.ts'
import { useLocale } from '#lib/locale.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { isReviewable } from '../review-queue/is-reviewable.ts'
import { parseListState, writeListState, type ListState } from '../data/list-state.ts'
import { ListPanels } from '../panels/ListPanels.tsx'
import type { Column } from './list-query.ts'
import { isActiveView, useSavedViews } from './saved-views.ts'
import type { useSetListSearch } from './use-list-search.ts'
import styles from './ListToolbar.module.css'

const FilterSheet = lazy(() => import('./FilterSheet.tsx'))
const OwnListsSheet = lazy(() => import('./SavedViewsSheet.tsx'))
const ViewSheet = lazy(() => import('./ColumnsSheet.tsx'))

type SheetName = 'filter' | 'view' | 'own'

/** What narrows and orders the list: saved lists, filters, order and columns. */
export function ListToolbar({
  metadata,
  state,
  columns,
  isBeside,
  change,
}: {
  metadata: ModuleMetadata
  state: ListState
  columns: readonly Column[]
  /** A record stands beside the list: there is room for signs, whose words are those of the list alone. */
  isBeside: boolean
  change: ReturnType<typeof useSetListSearch>
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const [sheet, setSheet] = useState<SheetName>()
  const own = useSavedViews(metadata.name).lists
  const close = () => setSheet(undefined)
  const chosen = metadata.presets.find((preset) => isShown(preset, state))
  const chosenOwn = own.find((list) => isActiveView(list, state))
  const choose = (name: string | undefined) => {
    const saved = own.find(({ id }) => id === name)
    if (saved) return open(parseListState(saved.search))
    const preset = metadata.presets.find((one) => one.name === name)
    change({ filters: preset?.filters ?? [], sorters: preset?.sorters ?? {} })
  }
  // A list is opened whole: what the one before had beside it goes.
  const open = (next: ListState | undefined) => next && change({ columns: undefined, ...next })
  return (
    <div className={styles.tools}>
      {metadata.presets.length + own.length > 0 && (
        <ChoiceChips
          label={t('list.presets')}
          choices={[
            { value: undefined, label: t('list.all') },
            ...metadata.presets.map((preset) => ({ value: preset.name, label: preset.label[locale] })),
            ...own.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          chosen={chosenOwn?.id ?? chosen?.name ?? (state.filters.length === 0 ? undefined : 'none')}
          onChoose={choose}
        />
      )}
      <ToolButtons metadata={metadata} state={state} isBeside={isBeside} onOpen={setSheet} />
      <Suspense>
        {sheet === 'filter' && (
          <FilterSheet
            metadata={metadata}
            filters={state.filters}
            onApply={(filters) => change({ filters })}
            onClose={close}
          />
        )}
        {sheet === 'own' && <OwnListsSheet metadata={metadata} state={state} onOpen={open} onClose={close} />}
        {sheet === 'view' && (
          <ViewSheet metadata={metadata} state={state} columns={columns} change={change} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

/** The ways to the list's sheets and to other pages of the module. */
function ToolButtons({
  metadata,
  state,
  isBeside,
  onOpen,
}: {
  metadata: ModuleMetadata
  state: ListState
  isBeside: boolean
  onOpen: (sheet: SheetName) => void
}) {
  const { t } = useTranslation('console')
  const search = useSearch({ strict: false })
  return (
    <div className={styles.buttons}>
      {metadata.views.board && (
        <Link
          to="/console/$module"
          params={{ module: metadata.name }}
          search={{ desk: 'board' }}
          className={`${buttonClass('quiet')} ${styles.tool}`}
        >
          <Icon name="columns" size={20} />
          <Word isUnseen={isBeside}>{t('board.show')}</Word>
        </Link>
      )}
      {isReviewable(metadata) && (
        <Link
          to="/console/$module"
          params={{ module: metadata.name }}
          search={{ ...writeListState(state), desk: 'review' }}
          className={`${buttonClass('quiet')} ${styles.tool}`}
        >
          <Icon name="check" size={20} />
          <Word isUnseen={isBeside}>{t('desk.review')}</Word>
        </Link>
      )}
      <Button className={styles.tool} aria-haspopup="dialog" onClick={() => onOpen('filter')}>
        <Icon name="filter" size={20} />
        {state.filters.length > 0 ? (
          t('list.filters', { count: state.filters.length })
        ) : (
          <Word isUnseen={isBeside}>{t('list.filter')}</Word>
        )}
      </Button>
      <IconButton icon="star" label={t('own.title')} onClick={() => onOpen('own')} />
      <Button className={styles.tool} aria-haspopup="dialog" onClick={() => onOpen('view')}>
        <Icon name="sort" size={20} />
        <Word isUnseen={isBeside}>{t('list.view')}</Word>
      </Button>
      {metadata.permissions.includes('import') && (
        <Link
          to="/console/$module/import"
          params={{ module: metadata.name }}
          search={{}}
          className={`${buttonClass('quiet')} ${styles.tool}`}
        >
          <Icon name="upload" size={20} />
          <Word isUnseen={isBeside}>{t('list.import')}</Word>
        </Link>
      )}
      <ListPanels metadata={metadata} className={styles.tool} />
      {metadata.permissions.includes('create') && (
        <Link
          to="/console/$module/new"
          params={{ module: metadata.name }}
          search={search}
          className={`${buttonClass('filled')} ${styles.tool}`}
        >
          <Icon name="plus" size={20} />
          <Word isUnseen={isBeside}>{t('list.new')}</Word>
        </Link>
      )}
    </div>
  )
}

function Word({ isUnseen, children }: { isUnseen: boolean; children: string }) {
  return isUnseen ? <VisuallyHidden>{children}</VisuallyHidden> : children
}

function isShown(preset: Preset, state: ListState): boolean {
  return narrowing(preset) === narrowing(state)
}

/** What narrows and orders a list, to be compared. */
function narrowing({ filters, sorters }: Pick<ListState, 'filters' | 'sorters'>): string {
  return JSON.stringify([filters.map(({ param, op = 'eq', value }) => [param, op, String(value)]), sorters])
}
