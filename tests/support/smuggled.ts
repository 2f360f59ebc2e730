/** Names that stand in every table, in some of them, or in every object, and that no form has. */
export const foreignNames = [
  'owner_id',
  'role',
  'is_administrator',
  'grants',
  'status',
  'state',
  'paid_at',
  'assigned_room',
  'assigned_date',
  'is_frozen',
  'created_at',
  'updated_at',
  'deleted_at',
  'source',
  'source_key',
  'search_text',
  'search_vector',
  'row_no',
  'password_hash',
  'id_number_index',
  'title_en',
  'hasOwnProperty',
  'toString',
  'constructor',
  'nonsense',
] as const

/** Shapes that are no value of any field but JSON and files. */
export const wrongShapes: readonly unknown[] = [
  { id: 'mk1000mk', owner_id: 'eve' },
  [[{ id: 'mk1000mk' }]],
  { $ne: null },
  { 'zh-CN': '一', en: 'One', owner_id: 'eve', role: 'organiser' },
  { 'zh-CN': { en: 'One' }, en: ['One'] },
  [{ no: 'mk1000mk' }],
  { toString: 'x', length: 1 },
]
