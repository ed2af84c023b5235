import { useState } from "react";
class Count {
  constructor(readonly value: number) {}
  more() { return new Count(this.value + 1); }
  fewer() { return this.value > 1 ? new Count(this.value - 1) : this; }
}
export function Servings() {
  const [count, setCount] = useState(new Count(2));
  return (<section><p>Serves {count.value}</p><button type="button" onClick={() => setCount(count.fewer())}>Fewer</button><button type="button" onClick={() => setCount(count.more())}>More</button></section>);
}
