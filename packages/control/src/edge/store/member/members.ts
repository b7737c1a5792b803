import type { Kysely, Transaction } from 'kysely'
import type { JoinOutcome, JoinRecord, MemberStore } from '../../../ports/member.ts'
import type { Tables } from '../schema.ts'

/** Tokens that expired so long ago are removed when another one is made. */
const keptMs = 24 * 3_600_000

export function createMemberStore(db: Kysely<Tables>): MemberStore {
  return {
    async addJoinToken({ tokenId, secretHash, expiresAtMs, nodeId }) {
      await db
        .deleteFrom('join_tokens')
        .where('expires_at_ms', '<', expiresAtMs - keptMs)
        .execute()
      const values = {
        token_id: tokenId,
        secret_hash: secretHash,
        expires_at_ms: expiresAtMs,
        node_id: nodeId,
      }
      await db
        .insertInto('join_tokens')
        .values({ ...values, used_by: null })
        .execute()
    },

    async findJoinToken(tokenId) {
      const row = await db
        .selectFrom('join_tokens')
        .select(['secret_hash', 'expires_at_ms', 'node_id'])
        .where('token_id', '=', tokenId)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return { tokenId, secretHash: row.secret_hash, expiresAtMs: row.expires_at_ms, nodeId: row.node_id }
    },

    async joinMember(join) {
      try {
        await db.transaction().execute((transaction) => joinMember(transaction, join))
        return 'joined'
      } catch (error) {
        if (error instanceof Refusal) return error.outcome
        throw error
      }
    },

    async findMember(nodeId) {
      const row = await db
        .selectFrom('members')
        .select(['serial', 'previous_serial'])
        .where('node_id', '=', nodeId)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return { nodeId, serial: row.serial, previousSerial: row.previous_serial }
    },

    async renewAddress(address, { nowMs, untilMs }) {
      await db
        .insertInto('control_addresses')
        .values({ address, until_ms: untilMs })
        .onConflict((conflict) => conflict.column('address').doUpdateSet({ until_ms: untilMs }))
        .execute()
      await db.deleteFrom('control_addresses').where('until_ms', '<=', nowMs).execute()
      const rows = await db.selectFrom('control_addresses').select('address').orderBy('address').execute()
      return rows.map((row) => row.address)
    },

    async removeAddress(address) {
      await db.deleteFrom('control_addresses').where('address', '=', address).execute()
    },

    async revokeMember(nodeId) {
      const { numDeletedRows } = await db
        .deleteFrom('members')
        .where('node_id', '=', nodeId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async renewMember(nodeId, { held, issued }) {
      const { numUpdatedRows } = await db
        .updateTable('members')
        .set({ serial: issued, previous_serial: held })
        .where('node_id', '=', nodeId)
        .where((each) => each.or([each('serial', '=', held), each('previous_serial', '=', held)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** Rolls the transaction back. */
class Refusal extends Error {
  readonly outcome: JoinOutcome

  constructor(outcome: JoinOutcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/** The update of the token decides between joins with the same one: the second waits for the first and finds it used. */
async function joinMember(db: Transaction<Tables>, join: JoinRecord): Promise<void> {
  const { tokenId, keyHash, nodeId, name, serial, nowMs } = join
  const token = await db
    .updateTable('join_tokens')
    .set({ used_by: keyHash })
    .where('token_id', '=', tokenId)
    .where((each) => each.or([each('used_by', 'is', null), each('used_by', '=', keyHash)]))
    .executeTakeFirst()
  if (token.numUpdatedRows === 0n) throw new Refusal('token_used')
  await ensureNode(db, { nodeId, name, nowMs })
  const values = { key_hash: keyHash, serial, previous_serial: serial, joined_at_ms: nowMs }
  await db
    .insertInto('members')
    .values({ node_id: nodeId, ...values })
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet(values))
    .execute()
}

/** The node may be there: a join is repeated, or the first machine has lost its certificates. */
async function ensureNode(
  db: Transaction<Tables>,
  { nodeId, name, nowMs }: Pick<JoinRecord, 'nodeId' | 'name' | 'nowMs'>,
): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('nodes')
    .values({ ...newNode, node_id: nodeId, name, desired_at_ms: nowMs, joined_at_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows > 0n) return
  const known = await db.selectFrom('nodes').select('name').where('node_id', '=', nodeId).executeTakeFirst()
  if (known?.name !== name) throw new Refusal('name_taken')
}

const newNode = {
  incarnation: 1,
  boot_id: '',
  instance_id: '',
  desired: 'ready',
  labels: '[]',
  report: '',
  version: '',
  address: '',
  renewed_at_ms: 0,
  clock_skew_ms: 0,
  lost_at_ms: null,
  follower_id: null,
  follower_until_ms: 0,
} as const
