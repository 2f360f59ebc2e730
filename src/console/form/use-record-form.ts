import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useQueries } from '@tanstack/react-query'
import type { Values, FindRelatedRow, FormShape } from '#contract/form/form-shape.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { toIds } from '#contract/form/intervals.ts'
import type { Rule } from '#contract/rules.ts'
import { useFormDraft, useModuleForm } from '#forms/index.ts'
import { useDraft } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { listSensitiveFields } from '#console/data/metadata.ts'
import { openLayer } from '#platform/page-history.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { metadataQuery, rowQuery } from '../data/queries.ts'
import { buildFormLayout } from './form-layout.ts'
import { getDraftName } from './record-paths.ts'
import { useSubmitRecord } from './use-submit-record.ts'

/**
 * Creates the form with its draft, submission and leave guard.
 * @param row the server's row; undefined for a new one
 * @param path path of the form, which identifies its draft and its outbox entry
 */
export function useRecordForm(metadata: ModuleMetadata, row: Row | undefined, path: string) {
  // Fixed when the form opens, so that no field disappears while the user types.
  const [layout] = useState(() => buildFormLayout(metadata, row))
  const [sensitive] = useState(() => listSensitiveFields(metadata))
  const related = useRelated(layout.shape)
  const form = useModuleForm(layout.shape, {
    fields: layout.editable,
    related: related.find,
    ...(row && { original: row }),
  })
  // The values decide which related rows are needed; the form has them from the render after they have loaded.
  related.update(form.values)
  const draft = useDraft<Values>(getDraftName(path), { sensitive })
  const isDraftLoaded = useFormDraft(form, draft)
  const submission = useSubmitRecord({
    form,
    isDraftLoaded,
    draft,
    module: metadata.name,
    rowId: row?.id,
    path,
    sensitive,
  })
  useConfirmLeave(form.isDirty && draft.state === 'not_stored')
  return { layout, form, draft, isDraftLoaded, submission }
}

/**
 * Asks before the user leaves a form whose input the device could not store. The blocker handles links and closing the
 * page; a history layer handles Back.
 */
function useConfirmLeave(isUnsaved: boolean): void {
  const { t } = useTranslation('console')
  const { history } = useRouter()
  const canLeave = () =>
    confirmDialog({
      title: t('form.leave'),
      text: t('form.leaveText'),
      yes: t('form.leaveYes'),
      no: t('form.leaveNo'),
    })
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async () => !(await canLeave()),
  })
  // The guard intercepts Back while the browser is still at the form. A dialog that opens after it has gone back would
  // replace the form's history entry.
  useEffect(() => {
    if (!isUnsaved) return undefined
    let closeLayer: (() => void) | undefined = undefined
    let isDisposed = false
    // Back closes the layer, so a user who stays needs another one.
    const openGuard = () => {
      closeLayer = openLayer(() => void leaveOrStay())
    }
    const leaveOrStay = async () => {
      const isLeaving = await canLeave()
      if (isDisposed) return
      if (isLeaving) history.back({ ignoreBlocker: true })
      else openGuard()
    }
    openGuard()
    return () => {
      isDisposed = true
      closeLayer?.()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the dialog reads its texts when it opens
  }, [isUnsaved, history])
}

/** A row that a relation field of the form refers to. */
interface RowReference {
  /** Name of its module. */
  module: string
  id: string
}

/**
 * Loads the related rows that a form's conditions and rules need. Until they have loaded, only the server validates.
 * @returns `find` returns a loaded row; `update` receives the form's values at each render
 */
function useRelated(shape: FormShape): { find: FindRelatedRow; update: (values: Values) => void } {
  // JSON, so that equal references cause no render.
  const [referencesJson, setReferencesJson] = useState('[]')
  const references = JSON.parse(referencesJson) as RowReference[]
  const modules = [...new Set(references.map(({ module }) => module))]
  const metadataResults = useQueries({ queries: modules.map((module) => metadataQuery(module)) })
  const rowRequests = references.flatMap(({ module, id }) => {
    const metadata = metadataResults[modules.indexOf(module)]?.data
    return metadata ? [{ metadata, id }] : []
  })
  const rowResults = useQueries({ queries: rowRequests.map(({ metadata, id }) => rowQuery(metadata, id)) })
  const findIndex = (module: string, id: string) =>
    rowRequests.findIndex((request) => request.metadata.name === module && request.id === id)
  return {
    find: (module, id) => rowResults[findIndex(module, id)]?.data,
    update(values) {
      const newReferencesJson = JSON.stringify(listReferencedRows(shape, values))
      if (newReferencesJson !== referencesJson) setReferencesJson(newReferencesJson)
    },
  }
}

/** Lists the related rows whose fields conditions or rules read. */
function listReferencedRows(shape: FormShape, values: Values): RowReference[] {
  return listRelations(shape).flatMap((key) => {
    const module = shape.fields[key]?.relation?.module
    return module === undefined ? [] : toIds(values[key]).map((id) => ({ module, id }))
  })
}

/** Lists the keys of the relation fields whose rows conditions or rules read. */
function listRelations({ fields, rules = [] }: FormShape): string[] {
  const allConditions = Object.values(fields).flatMap(({ conditions = [] }) =>
    conditions.flatMap(({ when }) => when),
  )
  return [...new Set([...listOverlappingFields(allConditions), ...rules.flatMap(listRuleRelations)])]
}

/** Lists the keys of the relation fields whose rows a rule reads. */
function listRuleRelations(rule: Rule): string[] {
  switch (rule.rule) {
    case 'one_of_overlapping':
      return [rule.among]
    case 'no_overlap':
      return [rule.field]
    case 'same_as_related':
      return [rule.relation]
    case 'implies':
      return listOverlappingFields([...rule.when, ...rule.must])
    default:
      return []
  }
}

/** Lists the keys in `overlapping` conditions, which compare the times of a field's rows. */
const listOverlappingFields = (conditions: readonly object[]): string[] =>
  conditions.flatMap((condition) => ('overlapping' in condition ? [String(condition.overlapping)] : []))
