import { type FormEvent, useReducer, useState } from "react";
import { add, remove, shoppingReducer, toggle, type Item } from "./shoppingReducer";

export function ShoppingList() {
  const [items, dispatch] = useReducer(shoppingReducer, [] as Item[]);
  const [name, setName] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    dispatch(add(name));
    setName("");
  }

  function handleToggle(id: string) {
    dispatch(toggle(id));
  }

  function handleRemove(id: string) {
    dispatch(remove(id));
  }

  return (
    <form onSubmit={handleSubmit}>
      <input aria-label="Item" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="submit">Add</button>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <label>
              <input type="checkbox" checked={item.bought} onChange={() => handleToggle(item.id)} />
              {item.name}
            </label>
            <button type="button" onClick={() => handleRemove(item.id)}>
              Remove {item.name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
