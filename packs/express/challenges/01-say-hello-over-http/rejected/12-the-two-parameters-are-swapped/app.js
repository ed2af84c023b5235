import express from "express";

const app = express();

app.get("/hello", (res, req) => {
  res.json({ message: "Welcome to the library" });
});

export default app;
