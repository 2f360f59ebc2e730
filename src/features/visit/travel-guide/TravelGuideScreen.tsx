import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useEffect, useRef, useState } from 'react'
import { useDocumentTitle } from '#platform/forum.ts'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { useLocalized, useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { closeDialog, FullScreenDialog } from '#ui/FullScreenDialog.tsx'
import { copyText } from '#platform/browser.ts'
import { notify } from '#platform/notices.ts'
import { PageSection } from './PageSection.tsx'
import { pagesQuery, placesQuery, toursQuery, type PageRow, type PlaceRow } from './queries.ts'
import styles from './TravelGuideScreen.module.css'
import { toTelUrl } from './place-format.ts'
import emergencyBarStyles from './EmergencyBar.module.css'
import { useWakeLock } from './wake-lock.ts'
import taxiCardStyles from './TaxiCard.module.css'
import tableOfContentsStyles from './TableOfContents.module.css'

interface TravelGuideScreenProps {
  /** Id of the place whose taxi card is open. */
  taxi: string | undefined
  /** Closes the taxi card. */
  onCloseTaxi: () => void
}

/** The travel guide: all pages with places, map and table of contents. */
export function TravelGuideScreen({ taxi, onCloseTaxi }: TravelGuideScreenProps) {
  const { t } = useTranslation('pages')
  useDocumentTitle(t('title'))
  const pages = useQuery(pagesQuery())
  const places = useQuery(placesQuery())
  const tours = useQuery(toursQuery())
  // Renders all content at once, without what failed to load, so that nothing moves later.
  const isSettled = !places.isPending && !tours.isPending
  const taxiPlace = places.data?.find(({ id }) => id === taxi)
  return (
    <Screen wide>
      <PageHeader title={t('title')} lead={t('lead')} />
      {pages.data && isSettled ? (
        <PullToRefresh onRefresh={() => Promise.all([pages.refetch(), places.refetch(), tours.refetch()])}>
          <Pages rows={pages.data} places={places.data ?? []} />
        </PullToRefresh>
      ) : (
        <LoadState failed={pages.isError} retry={() => void pages.refetch()} />
      )}
      {taxiPlace && <TaxiCard place={taxiPlace} onClose={onCloseTaxi} />}
    </Screen>
  )
}

/** All pages with the emergency numbers and the table of contents. */
function Pages({ rows, places }: { rows: readonly PageRow[]; places: readonly PlaceRow[] }) {
  const { t } = useTranslation('pages')
  useScrollToAnchor()
  if (rows.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  return (
    <>
      <EmergencyBar places={places} />
      <div className={styles.columns}>
        <TableOfContents rows={rows} />
        <div className={styles.pages}>
          {rows.map((row) => (
            <PageSection key={row.id} row={row} places={places} />
          ))}
        </div>
      </div>
    </>
  )
}

/**
 * Scrolls to the URL's `#` target once it is rendered: at a first visit the content loads after the browser has looked
 * for it.
 */
function useScrollToAnchor(): void {
  useEffect(() => {
    // The hash contains its `#`: shorter ones name nothing.
    if (location.hash.length < 2) return
    document.getElementById(decodeAnchor(location.hash.slice(1)))?.scrollIntoView()
  }, [])
}

/** Decodes the `#` part. A truncated URL may end within an encoded character; its text is taken as it is. */
function decodeAnchor(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Maximum number of buttons: police, ambulance, fire. The section has all numbers. */
const maxNumbers = 3

/** Shows the first emergency numbers, one tap away. */
function EmergencyBar({ places }: { places: readonly PlaceRow[] }) {
  const { t } = useTranslation('pages')
  const pick = useLocalized()
  const numbers = places.flatMap(({ id, kind, name, phone }) =>
    kind === 'emergency' && phone ? [{ id, name: pick(name), phone }] : [],
  )
  if (numbers.length === 0) return null
  return (
    <section aria-label={t('emergency')} className={emergencyBarStyles.bar}>
      <ul className={emergencyBarStyles.list}>
        {numbers.slice(0, maxNumbers).map(({ id, name, phone }) => (
          <li key={id}>
            <a href={toTelUrl(phone)} className={emergencyBarStyles.number}>
              <Icon name="call" size={20} />
              <strong>{phone}</strong>
              <span lang={name.locale}>{name.text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Shows a place in full screen in Chinese for the driver, with the English below for the passenger. Keeps the screen
 * on.
 */
function TaxiCard({ place, onClose }: { place: PlaceRow; onClose: () => void }) {
  const { t } = useTranslation('pages')
  useWakeLock()
  const { name, address, phone } = place
  const copy = () => {
    const chineseText = [name['zh-CN'], address?.['zh-CN']].filter(Boolean).join('\n')
    void copyText(chineseText).then((isCopied) =>
      notify(
        isCopied
          ? { kind: 'success', title: t('taxi.copied') }
          : { kind: 'info', title: t('taxi.copyByHand') },
      ),
    )
  }
  return (
    <FullScreenDialog label={t('taxi.label')} onClose={onClose}>
      <div className={taxiCardStyles.inside}>
        <div className={taxiCardStyles.chinese} lang="zh-CN">
          <p className={taxiCardStyles.please}>{chinesePlease}</p>
          <p className={taxiCardStyles.name}>{name['zh-CN']}</p>
          {address?.['zh-CN'] && <p className={taxiCardStyles.address}>{address['zh-CN']}</p>}
        </div>
        <div className={taxiCardStyles.english} lang="en">
          <p>{englishPlease}</p>
          <p className={taxiCardStyles.englishName}>{name.en}</p>
          {address?.en && <p>{address.en}</p>}
        </div>
        <div className={taxiCardStyles.actions}>
          <Button variant="filled" onClick={closeDialog}>
            {t('taxi.close')}
          </Button>
          <Button onClick={copy}>
            <Icon name="copy" size={20} /> {t('taxi.copy')}
          </Button>
          {phone && (
            <a className={buttonClass('quiet')} href={toTelUrl(phone)}>
              <Icon name="call" size={20} /> {phone}
            </a>
          )}
        </div>
      </div>
    </FullScreenDialog>
  )
}

/**
 * Above the address. Not texts of the interface: the driver reads Chinese and the passenger English, whatever the app's
 * language is.
 */
const chinesePlease = '师傅您好，请送我到：'
const englishPlease = 'Please take me to:'

/** Table of contents: a row under the header on phones, a column beside the text on wide screens. */
function TableOfContents({ rows }: { rows: readonly PageRow[] }) {
  const { t } = useTranslation('pages')
  const pick = useLocalized()
  const locale = useLocale()
  const currentSlug = useCurrentSection(rows.map(({ slug }) => slug))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#${currentSlug}"]`)
    const bar = list.current?.parentElement
    // Centres the link in the bar. `scrollIntoView` would scroll the page as well.
    if (link && bar) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2
  }, [currentSlug])
  return (
    <nav aria-label={t('contents')} className={tableOfContentsStyles.bar}>
      <ul ref={list} className={tableOfContentsStyles.list}>
        {rows.map(({ id, slug, title }) => {
          const { text, locale: textLocale } = pick(title)
          return (
            <li key={id}>
              <a
                href={`#${slug}`}
                lang={textLocale === locale ? undefined : textLocale}
                {...(slug === currentSlug && { 'aria-current': 'location' })}
              >
                {text}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/**
 * Margins that reduce the viewport to a line at a third of its height, below the bars. The section that crosses the line
 * is the current one.
 */
const readingLine = '-33% 0px -66% 0px'

/** Returns the current one of the sections with these element ids; the first one at the start. */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const [currentId, setCurrentId] = useState<string>()
  // A text, which unlike a new array is equal at each render. Slugs contain no spaces.
  const joinedIds = ids.join(' ')
  useEffect(() => {
    const sections = joinedIds.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    /** The sections that cross the line: two when the line is at their border. */
    const crossingSections = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) crossingSections.add(target)
          else crossingSections.delete(target)
        }
        const firstSection = sections.find((section) => crossingSections.has(section))
        if (firstSection) setCurrentId(firstSection.id)
      },
      { rootMargin: readingLine },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [joinedIds])
  return currentId ?? ids[0]
}
