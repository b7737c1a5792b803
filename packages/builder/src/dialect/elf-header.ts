/** The head of a program file (ELF): which processor it is for. Pure. */

/** e_machine, by the name that Node has for the processor. */
const machines: Readonly<Record<string, number>> = { x64: 62, arm64: 183 }
/** Programs of 32 bits run on the processor of 64 bits as well. */
const olderMachines: Readonly<Record<string, number>> = { x64: 3, arm64: 40 }
const magic = Buffer.from('\x7fELF', 'latin1')
const byteOrderAt = 5
const bigEndian = 2
const machineAt = 18

/** False for what is no program: a script runs by another program. `header`: the first 20 bytes. */
export function isForeignProgram(header: Buffer, arch: string): boolean {
  const own = machines[arch]
  if (own === undefined || !header.subarray(0, magic.length).equals(magic)) return false
  const machine =
    header[byteOrderAt] === bigEndian ? header.readUInt16BE(machineAt) : header.readUInt16LE(machineAt)
  return machine !== own && machine !== olderMachines[arch]
}
