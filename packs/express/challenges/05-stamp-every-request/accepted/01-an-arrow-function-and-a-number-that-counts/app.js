import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

let visits = 0;

const stampRequest = (request, response, proceed) => {
  visits += 1;
  response.setHeader("x-request-id", String(visits));
  proceed();
};

app.use(stampRequest);

app.get("/hello", (req, res) => {
  res.json({ message: "Welcome to the library" });
});

app.get("/books", (req, res) => {
  res.json(books);
});

export default app;
