import { type FormEvent, useReducer, useState } from "react";
import shoppingReducer from "./shoppingReducer";

export function ShoppingList() {
  const [items, dispatch] = useReducer(shoppingReducer, []);
  const [name, setName] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    dispatch({ type: "add", id: crypto.randomUUID(), name });
    setName("");
  }

  function handleToggle(id: string) {
    dispatch({ type: "toggle", id });
  }

  function handleRemove(id: string) {
    dispatch({ type: "remove", id });
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
