import { useDraggable } from '@dnd-kit/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import type { BoardContext } from './board-context.ts'
import styles from './UnplacedList.module.css'

/** Lists rows without a slot. A touch chooses a row; holding and moving drags it. */
export function UnplacedList({ context }: { context: BoardContext }) {
  const { t } = useTranslation('console')
  const { unplaced } = context.data
  return (
    <section className={styles.requests} aria-label={t('board.requests')}>
      <h2 className={styles.title}>{t('board.requestsCount', { count: unplaced.length })}</h2>
      {unplaced.length === 0 ? (
        <p className={styles.none}>{t('board.noRequests')}</p>
      ) : (
        <ul className={styles.list}>
          {unplaced.map((row) => (
            <li key={row.id} className={styles.item}>
              <UnplacedRow context={context} row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function UnplacedRow({ context, row }: { context: BoardContext; row: Row }) {
  const { t } = useTranslation('console')
  const { chosenRow, data, placement, labels, onChoose } = context
  const { setNodeRef, listeners } = useDraggable({
    id: row.id,
    disabled: placement.findAction(row) === undefined,
  })
  const isChosen = chosenRow?.id === row.id
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.request}
      data-request={row.id}
      aria-pressed={isChosen}
      {...listeners}
      // `detail` is 0 when the click came from the keyboard.
      onClick={({ detail }) => onChoose(isChosen ? undefined : row.id, detail === 0)}
    >
      <span className={styles.name}>{labels.title(row)}</span>
      <span className={styles.wish}>{labels.requestedTime(row)}</span>
      <span className={styles.facts}>
        {labels.facts(row).map(({ key, line }) => (
          <span key={key}>{line}</span>
        ))}
      </span>
      {data.hasFailed(row.id) && (
        <span className={styles.failure}>
          <Icon name="warning" size={16} />
          {t('board.notTaken')}
        </span>
      )}
    </button>
  )
}
