import { Link, useLocation } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import { favourites, useFavourites } from '#features/programme/favourites'
import {
  useProgramme,
  ZoneNotice,
  formatDayLabel,
  type ProgrammeItem,
  formatRoomNames,
  listRooms,
  formatTimeRange,
  TrackNumeral,
} from '#features/programme/sessions'
import { useDocumentTitle } from '#platform/forum.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import { resolveTransferCodes, parseTransferCode } from './transfer-code.ts'
import styles from './ReceiveAgendaScreen.module.css'

/** Receives an agenda from another device: shows its sessions and stars them only after a confirmation. */
export function ReceiveAgendaScreen() {
  const { t } = useTranslation('my-agenda')
  useDocumentTitle(t('take.title'))
  const { hash } = useLocation()
  const { programme, failed, retry } = useProgramme()
  const transfer = useMemo(() => parseTransferCode(hash), [hash])
  const resolved = useMemo(
    () =>
      programme && transfer.kind === 'sessions'
        ? resolveTransferCodes(programme.items, transfer.codes)
        : undefined,
    [programme, transfer],
  )
  if (transfer.kind !== 'sessions')
    return <EmptyTransfer title={t(`take.${transfer.kind}.title`)} text={t(`take.${transfer.kind}.text`)} />
  if (!programme || !resolved)
    return (
      <Screen>
        <PageHeader title={t('take.title')} />
        <LoadState rows={4} failed={failed} retry={retry} />
      </Screen>
    )
  const { found, unknown } = resolved
  if (found.length === 0) return <EmptyTransfer title={t('take.other.title')} text={t('take.other.text')} />
  return (
    <Screen>
      <PageHeader title={t('take.title')} lead={t('take.lead')} />
      <ZoneNotice timeZone={programme.timeZone} atMs={found[0]?.startMs ?? 0} />
      {unknown > 0 && <p className={styles.unknown}>{t('take.unknown', { count: unknown })}</p>}
      {/* Another link resets the state, also after an agenda was received. */}
      <ReceivedAgenda key={hash} items={found} timeZone={programme.timeZone} />
    </Screen>
  )
}

function ReceivedAgenda({ items, timeZone }: Parameters<typeof ReceivedSessionList>[0]) {
  const { t } = useTranslation('my-agenda')
  const starred = useFavourites()
  /** The sessions starred by the button, for undo; undefined before it is used. */
  const [addedIds, setAddedIds] = useState<readonly string[]>()
  const newIds = items.filter((item) => !starred.has(item.id)).map((item) => item.id)
  const addSessions = async () => {
    await favourites.add(newIds)
    setAddedIds(newIds)
  }
  const undo = async () => {
    await favourites.remove(addedIds ?? [])
    setAddedIds(undefined)
  }
  return (
    <>
      <output className={styles.status}>
        {addedIds
          ? t('take.added', { count: addedIds.length })
          : newIds.length === 0
            ? t('take.allThere')
            : t('take.fresh', { count: newIds.length })}
      </output>
      <div className={styles.actions}>
        {!addedIds && newIds.length > 0 && (
          <Button variant="filled" onClick={() => void addSessions()}>
            {t('take.add', { count: newIds.length })}
          </Button>
        )}
        <Link
          to="/agenda"
          search={{ mine: true }}
          className={buttonClass(addedIds || newIds.length === 0 ? 'filled' : 'quiet')}
        >
          {t(addedIds || newIds.length === 0 ? 'take.toMine' : 'take.notNow')}
        </Link>
        {addedIds && <Button onClick={() => void undo()}>{t('take.undo')}</Button>}
      </div>
      <ReceivedSessionList items={items} timeZone={timeZone} />
    </>
  )
}

function EmptyTransfer({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('my-agenda')
  return (
    <Screen>
      <EmptyState
        level={1}
        title={title}
        text={text}
        action={
          <Link to="/agenda" className={buttonClass('filled')}>
            {t('take.toAgenda')}
          </Link>
        }
      />
    </Screen>
  )
}

/** Lists the received sessions, and marks those that are starred already. */
function ReceivedSessionList({ items, timeZone }: { items: readonly ProgrammeItem[]; timeZone: string }) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const starred = useFavourites()
  return (
    <ul className={styles.list}>
      {items.map((item) => {
        const title = selectLocalizedText(item.row.title, locale)
        return (
          <li key={item.id} className={styles.row}>
            <span className={styles.text}>
              <span className={styles.title} lang={title.locale}>
                {title.text}
              </span>
              <span className={styles.secondary}>
                {item.track?.code && <TrackNumeral track={item.track} locale={locale} />}
                <span>
                  {formatDayLabel(item.day, locale, 'short')} {formatTimeRange(item, timeZone)}
                  {listRooms(item).length > 0 && ` · ${formatRoomNames(item, locale)}`}
                  {item.row.state === 'cancelled' && <strong> {t('cancelled')}</strong>}
                </span>
              </span>
            </span>
            {starred.has(item.id) && (
              <span className={styles.starred}>
                <Icon name="star" size={18} filled />
                <VisuallyHidden>{t('take.starred')}</VisuallyHidden>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
