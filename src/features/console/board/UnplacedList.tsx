import { useDraggable } from '@dnd-kit/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import type { BoardContext } from './board-context.ts'
import styles from './UnplacedList.module.css'

/** Lists rows without a slot. A touch chooses a row; holding and moving drags it. */
export function UnplacedList({ plan }: { plan: BoardContext }) {
  const { t } = useTranslation('console')
  const { requests } = plan.data
  return (
    <section className={styles.requests} aria-label={t('board.requests')}>
      <h2 className={styles.title}>{t('board.requestsCount', { count: requests.length })}</h2>
      {requests.length === 0 ? (
        <p className={styles.none}>{t('board.noRequests')}</p>
      ) : (
        <ul className={styles.list}>
          {requests.map((row) => (
            <li key={row.id} className={styles.item}>
              <Request plan={plan} row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Request({ plan, row }: { plan: BoardContext; row: Row }) {
  const { t } = useTranslation('console')
  const { chosen, data, placing, labels, onChoose } = plan
  const { setNodeRef, listeners } = useDraggable({
    id: row.id,
    disabled: placing.findAction(row) === undefined,
  })
  const isChosen = chosen?.id === row.id
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.request}
      data-request={row.id}
      aria-pressed={isChosen}
      {...listeners}
      // A click with `detail` 0 came from a key.
      onClick={({ detail }) => onChoose(isChosen ? undefined : row.id, detail === 0)}
    >
      <span className={styles.name}>{labels.title(row)}</span>
      <span className={styles.wish}>{labels.wish(row)}</span>
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
