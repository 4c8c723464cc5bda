// Asks one question for everybody who wants to know in the same turn of the event loop. Nobody gets an answer that was found
// before they asked, and nobody waits longer: under load many ask in one turn, alone one asks alone.
export function gather<Value>(
  ask: (keys: readonly string[]) => Promise<readonly Value[]>,
): (key: string) => Promise<Value> {
  let asked = new Map<string, PromiseWithResolvers<Value>>()
  const answerAll = async () => {
    const round = asked
    asked = new Map()
    const answers = [...round.values()]
    try {
      const values = await ask([...round.keys()])
      for (const [index, { resolve }] of answers.entries()) resolve(values[index] as Value)
    } catch (error) {
      for (const { reject } of answers) reject(error)
    }
  }
  return (key) => {
    let answer = asked.get(key)
    if (answer === undefined) {
      if (asked.size === 0) setImmediate(answerAll)
      answer = Promise.withResolvers<Value>()
      asked.set(key, answer)
    }
    return answer.promise
  }
}
