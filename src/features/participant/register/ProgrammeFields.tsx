import { useTranslation } from 'react-i18next'
import { overlaps } from '#contract/time.ts'
import { FormField, type FieldChoice, type ModuleForm } from '#forms/index.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { TrackBadge } from '#ui/InlineText.tsx'
import styles from './ProgrammeFields.module.css'
import type { RegistrationOptions, SubForum } from './use-registration-options.ts'

/**
 * Fields of the step `choices`: opening ceremony, sub-forums with a priority among overlapping ones, tours with free
 * seats.
 */
export function ProgrammeFields({ form, options }: { form: ModuleForm; options: RegistrationOptions }) {
  const { t } = useTranslation('register')
  const labels = useChoiceLabels()
  if (!options.isLoaded) return <LoadState failed={options.failed} retry={options.retry} rows={8} />
  const { subForums, tours, seatsLeft, canAttendCeremony } = options
  const chosenSubForums = subForums.filter(({ id }) => includesChoice(form, 'sub_forum', id))
  const overlapping = listOverlappingChoices(chosenSubForums)
  return (
    <>
      {canAttendCeremony === false ? (
        <p className={styles.closed}>{t('choices.ceremonyClosed')}</p>
      ) : (
        <FormField form={form} name="opening_ceremony" help={t('choices.ceremony')} />
      )}
      <FormField
        form={withPriorityCleared(form, subForums)}
        name="sub_forum"
        help={t('choices.subForums')}
        choices={subForums.map((subForum) => ({
          value: subForum.id,
          label: labels.subForum(subForum),
          note: labels.notes(
            labels.time(subForum),
            chosenSubForums.includes(subForum) && labels.sameTime(findOverlapping(subForum, chosenSubForums)),
          ),
        }))}
      />
      <FormField
        form={form}
        name="priority_sub_forum"
        choices={overlapping.map((subForum) => ({
          value: subForum.id,
          label: labels.subForum(subForum),
          note: labels.time(subForum),
        }))}
      />
      <FormField
        form={form}
        name="activities"
        choices={tours.map((tour): FieldChoice => {
          const seats = seatsLeft[tour.id]
          const isChosen = includesChoice(form, 'activities', tour.id)
          return {
            value: tour.id,
            label: labels.tour(tour),
            isClosed: seats === 0,
            note: labels.notes(
              labels.time(tour),
              seats !== undefined && (seats === 0 ? t('choices.full') : t('choices.seats', { count: seats })),
              isChosen && labels.leavesEarly(findOverlapping(tour, chosenSubForums)),
            ),
          }
        })}
      />
    </>
  )
}

/** Returns whether a field with several values has this row. */
function includesChoice(form: ModuleForm, field: string, id: string): boolean {
  const value = form.values[field]
  return Array.isArray(value) && value.includes(id)
}

/**
 * Returns the form for the field `sub_forum`: a change also clears a priority that overlaps no other choice any more.
 */
function withPriorityCleared(form: ModuleForm, subForums: readonly SubForum[]): ModuleForm {
  return {
    ...form,
    set: (key, value) => {
      form.set(key, value)
      const chosenSubForums = subForums.filter(({ id }) => Array.isArray(value) && value.includes(id))
      const isStillValid = listOverlappingChoices(chosenSubForums).some(
        ({ id }) => id === form.values['priority_sub_forum'],
      )
      if (!isStillValid && form.values['priority_sub_forum']) form.set('priority_sub_forum', null)
    },
  }
}

/**
 * Returns functions that format choices in the user's language and the forum's time zone. They return an empty text or
 * false when there is nothing to show.
 */
export function useChoiceLabels() {
  const { t } = useTranslation('register')
  const pick = useLocalized()
  const time = useForumTime()
  const joinCodes = (subForums: readonly SubForum[]) =>
    subForums.map(({ code }) => code).join(t('choices.and'))
  return {
    subForum: (subForum: SubForum) => (
      <span className={styles.name}>
        <TrackBadge position={subForum.colour} code={subForum.code ?? ''} /> {pick(subForum.name).text}
      </span>
    ),
    tour: ({ code, name }: { code: string; name: SubForum['name'] }) => `${code} ${pick(name).text}`,
    time: ({ starts_at, ends_at }: { starts_at?: string | null; ends_at?: string | null }) =>
      starts_at && ends_at ? `${time.day(starts_at)} ${time.range(starts_at, ends_at)}` : '',
    sameTime: (others: readonly SubForum[]) =>
      others.length > 0 && (
        <b className={styles.warning}>{t('choices.sameTime', { codes: joinCodes(others) })}</b>
      ),
    leavesEarly: (others: readonly SubForum[]) =>
      others.length > 0 && (
        <b className={styles.warning}>{t('choices.leavesEarly', { codes: joinCodes(others) })}</b>
      ),
    /** Joins the notes of a choice, without empty ones. */
    notes: (...nodes: React.ReactNode[]) => (
      <span className={styles.notes}>
        {nodes.filter(Boolean).map((node, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- notes have no key and keep their order
          <span key={index}>{node} </span>
        ))}
      </span>
    ),
  }
}

/** A row with a time, such as a sub-forum or a tour. */
interface TimedItem {
  id: string
  starts_at?: string | null
  ends_at?: string | null
}

/** Lists the other rows that overlap one in time. Intervals that only touch do not overlap. */
export function findOverlapping<Other extends TimedItem>(one: TimedItem, others: readonly Other[]): Other[] {
  return others.filter(
    (other) => other.id !== one.id && isTimed(one) && isTimed(other) && overlaps(one, other),
  )
}

/** Lists the chosen rows that overlap another one: among these the form asks for a priority. */
export function listOverlappingChoices<Row extends TimedItem>(chosenRows: readonly Row[]): Row[] {
  return chosenRows.filter((row) => findOverlapping(row, chosenRows).length > 0)
}

function isTimed(item: TimedItem): item is { id: string; starts_at: string; ends_at: string } {
  return typeof item.starts_at === 'string' && typeof item.ends_at === 'string'
}
