import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import {
  encodings,
  importModes,
  separators,
  type ImportMode,
  type ImportHeaders,
} from '#contract/transfer.ts'
import { useLocale } from '#platform/locale.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Select } from '../field-controls/choice-inputs.tsx'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import layout from './layout.module.css'
import styles from './ColumnMapping.module.css'
import { applyMapping, type ColumnAssignments } from './import-settings.ts'

/** Names of the encodings, the same in both languages. */
const encodingNames: Record<(typeof encodings)[number], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
  'windows-1252': 'Windows-1252',
}
/** Ends of text keys: `reading.comma`. */
const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const

/** Edits how the file is parsed and what happens to its rows. */
export function ReadingSettings({
  metadata,
  state,
  controller,
}: {
  metadata: ModuleMetadata
  state: ImportState
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const { headers, settings } = state
  // Opened after a rejection, so that the user finds the setting to correct.
  const [isOpen] = useState(!headers || state.failure?.kind === 'refused')
  // `upsert` is no permission: the server rejects each row that the user may not create or update.
  const isAllowed = (mode: ImportMode) => mode === 'upsert' || metadata.permissions.includes(mode)
  return (
    <details className={`${layout.card} ${styles.mapping}`} open={isOpen}>
      <summary className={styles.summary}>
        <h2 className={layout.heading}>{t('reading.title')}</h2>
        <span className={layout.hint}>{useReadingSummary(state)}</span>
      </summary>
      <FileSettings state={state} controller={controller} />
      <HeaderLineSelect state={state} controller={controller} />
      {headers && (
        <SegmentedControl
          title={t('mode.title')}
          choices={importModes.filter(isAllowed).map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
          chosen={settings.mode}
          onChoose={(mode) => controller.change({ mode })}
        />
      )}
      {headers && settings.mode !== 'create' && (
        <MatchSelect metadata={metadata} state={state} controller={controller} />
      )}
      {headers && settings.mode !== 'create' && (
        <SegmentedControl
          title={t('empty.title')}
          choices={(['clear', 'keep'] as const).map((empty) => ({
            value: empty,
            label: t(`empty.${empty}`),
          }))}
          chosen={settings.empty}
          onChoose={(empty) => controller.change({ empty })}
        />
      )}
    </details>
  )
}

/** Edits encoding and separator of a text file, or the sheet of a workbook. */
function FileSettings({ state, controller }: { state: ImportState; controller: ImportController }) {
  const { t } = useTranslation('console-import')
  const { headers, settings } = state
  const reading = headers?.reading
  const { encoding = '', separator = '', sheet = '' } = settings
  const formatDetected = (value: string | undefined) =>
    value === undefined ? t('reading.auto') : t('reading.found', { found: value })
  if (reading?.kind === 'xlsx') {
    const sheets = reading.sheets ?? []
    if (sheets.length < 2) return null
    return (
      <Select
        label={t('reading.sheet')}
        value={sheet || (reading.sheet ?? '')}
        choices={sheets.map((name) => ({ value: name, label: name }))}
        onChange={(name) => controller.change({ sheet: name })}
      />
    )
  }
  const isDetected = settings.encoding === undefined
  return (
    <div className={styles.columns}>
      <Select
        label={t('reading.encoding')}
        value={encoding}
        choices={[
          { value: '', label: formatDetected(isDetected ? formatEncoding(reading?.encoding) : undefined) },
          ...encodings.map((name) => ({ value: name, label: encodingNames[name] })),
        ]}
        onChange={(name) => controller.change({ encoding: name || undefined })}
      />
      <Select
        label={t('reading.separator')}
        value={separator}
        choices={[
          {
            value: '',
            label: formatDetected(
              settings.separator === undefined && reading?.separator !== undefined
                ? formatSeparator(reading.separator, t)
                : undefined,
            ),
          },
          ...separators.map((character) => ({ value: character, label: formatSeparator(character, t) })),
        ]}
        onChange={(character) => controller.change({ separator: character || undefined })}
      />
    </div>
  )
}

/** Edits which line has the headers. */
function HeaderLineSelect({ state, controller }: { state: ImportState; controller: ImportController }) {
  const { t } = useTranslation('console-import')
  const { headerLine, firstLines = [] } = state.headers?.reading ?? {}
  if (headerLine === undefined || firstLines.length < 2) return null
  const formatLine = ({ line, text }: (typeof firstLines)[number]) => t('reading.line', { line, text })
  const detectedLine = firstLines.find(({ line }) => line === headerLine)
  const isDetected = state.settings.headerLine === undefined
  return (
    <Select
      label={t('reading.headerLine')}
      value={isDetected ? '' : String(state.settings.headerLine)}
      choices={[
        {
          value: '',
          label:
            isDetected && detectedLine
              ? t('reading.found', { found: formatLine(detectedLine) })
              : t('reading.auto'),
        },
        ...firstLines.map((one) => ({ value: String(one.line), label: formatLine(one) })),
      ]}
      onChange={(line) => controller.change({ headerLine: line === '' ? undefined : Number(line) })}
    />
  )
}

/** Edits the column by whose values the rows of the file are matched with existing rows. */
function MatchSelect({
  metadata,
  state,
  controller,
}: {
  metadata: ModuleMetadata
  state: ImportState
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const locale = useLocale()
  const { headers, settings, report } = state
  if (!headers) return null
  const choices = listMatchChoices(metadata, headers, settings.assignments)
  const matchLabel = report?.match
    .map((path) => headers.paths.find((one) => one.path === path)?.label[locale])
    .join(', ')
  const isAutoMatch = settings.match === undefined || settings.match.length === 0
  const autoLabel =
    report && isAutoMatch
      ? matchLabel
        ? t('match.autoFound', { label: matchLabel })
        : t('match.none')
      : t('match.auto')
  return (
    <Select
      label={t('match.title')}
      // A match may have several columns; the user can choose one.
      value={settings.match?.[0] ?? ''}
      choices={[
        { value: '', label: autoLabel },
        ...choices.map(({ path, label }) => ({ value: path, label: label[locale] })),
      ]}
      onChange={(path) => controller.change({ match: path ? [path] : undefined })}
    />
  )
}

/** Summarizes the detected settings in a line. */
function useReadingSummary({ headers, settings }: ImportState): string {
  const { t } = useTranslation('console-import')
  const reading = headers?.reading
  const mode = headers ? t(`mode.${settings.mode}`) : ''
  if (!reading) return mode
  if (reading.kind === 'xlsx') return [reading.sheet, mode].filter(Boolean).join(' · ')
  const separator = reading.separator === undefined ? '' : formatSeparator(reading.separator, t)
  return [formatEncoding(reading.encoding), separator, mode].filter(Boolean).join(' · ')
}

/** Formats an encoding; one of a newer server, unknown to this app, keeps its own name. */
const formatEncoding = (encoding: string | undefined): string | undefined =>
  encodings.find((one) => one === encoding) ? encodingNames[encoding as keyof typeof encodingNames] : encoding

function formatSeparator(
  separator: string,
  t: ReturnType<typeof useTranslation<'console-import'>>['t'],
): string {
  const knownSeparator = separators.find((one) => one === separator)
  return knownSeparator ? t(`reading.${separatorNames[knownSeparator]}`) : separator
}

/** Lists the columns by whose values rows can be matched. The server decides which of them it allows. */
function listMatchChoices(
  { fields }: Pick<ModuleMetadata, 'fields'>,
  { columns, paths }: ImportHeaders,
  assignments: ColumnAssignments,
): ImportHeaders['paths'] {
  const filled = new Set(applyMapping(columns, assignments).map(({ path }) => path))
  return paths.filter(({ path }) => {
    const field = fields[path.split('.')[0] ?? '']
    return filled.has(path) && field?.operators.includes('eq') === true && field.relation?.many !== true
  })
}
