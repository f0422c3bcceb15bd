// What Method.invoke and Constructor.newInstance accept, and how they refuse.
import java.lang.reflect.*;
public class Invocations {
  interface Itf { default int dm(int a){return a+1;} }
  static class A implements Itf { int v(long x, Object o){ return (int)x; } static void s(){} static void thr(){ throw new IllegalStateException("x"); } A(int i){} A(){ throw new RuntimeException("c"); } static String str(String s,int[] a){return s;} boolean z(boolean b){return b;} double d(double q){return q;} char c(char q){return q;} byte b(byte x){return x;} }
  static class Bad { static { if (true) throw new RuntimeException("init"); } static void m(){} Bad(){} }
  abstract static class Abs { Abs(){} abstract void m(); }
  enum E {A}
  interface T { Object get() throws Throwable; }
  static void t(String n, T t){ try { System.out.println(n+" "+t.get()); } catch(Throwable e){ System.out.println(n+" "+(e instanceof IllegalArgumentException ? e.getClass() + ": " + plain(e.getMessage()) : e + " / cause " + e.getCause())); } }
  // Since method handles do the work, java shows its own insides for a null where a primitive is wanted.
  static String plain(String message) { return message == null || message.contains("NullPointerException") ? "" : message; }
  public static void main(String[] a) throws Exception {
    Method v=A.class.getDeclaredMethod("v",long.class,Object.class), s=A.class.getDeclaredMethod("s"), thr=A.class.getDeclaredMethod("thr"), dm=Itf.class.getMethod("dm",int.class), str=A.class.getDeclaredMethod("str",String.class,int[].class);
    Method d=A.class.getDeclaredMethod("d",double.class), c=A.class.getDeclaredMethod("c",char.class), z=A.class.getDeclaredMethod("z",boolean.class),b=A.class.getDeclaredMethod("b",byte.class);
    A o=new A(1);
    t("ok",()->v.invoke(o,3,null)); t("ok2",()->v.invoke(o,(byte)3,"x")); t("ok3",()->v.invoke(o,'c',null)); t("flt",()->v.invoke(o,3f,null)); t("nullprim",()->v.invoke(o,null,null)); t("nullrecv",()->v.invoke(null,1L,null)); t("badrecv",()->v.invoke("s",1L,null)); t("few",()->v.invoke(o)); t("many",()->v.invoke(o,1L,2,3)); t("nullargs",()->v.invoke(o,(Object[])null)); t("s",()->s.invoke(null)); t("snull",()->s.invoke(null,(Object[])null)); t("s2",()->s.invoke("x",new Object[0])); t("smany",()->s.invoke(null,1)); t("thr",()->thr.invoke(null)); t("dm",()->dm.invoke(o,1)); t("dmbad",()->dm.invoke("x",1)); t("str",()->str.invoke(null,"q",null)); t("strbad",()->str.invoke(null,1,null)); t("strbad2",()->str.invoke(null,"x",new long[0]));
    t("d",()->d.invoke(o,3)); t("d2",()->d.invoke(o,3L)); t("c",()->c.invoke(o,'x')); t("c2",()->c.invoke(o,3)); t("z",()->z.invoke(o,true)); t("z2",()->z.invoke(o,1)); t("b",()->b.invoke(o,(byte)1)); t("b2",()->b.invoke(o,1)); t("badboth",()->v.invoke("s",1)); t("nullboth",()->v.invoke(null,1));
    t("bad",()->Bad.class.getDeclaredMethod("m").invoke(null)); t("bad2",()->Bad.class.getDeclaredMethod("m").invoke(null)); t("badc",()->Bad.class.getDeclaredConstructor().newInstance());
    t("c1",()->A.class.getDeclaredConstructor(int.class).newInstance(1).getClass()); t("c2",()->A.class.getDeclaredConstructor(int.class).newInstance("x")); t("c3",()->A.class.getDeclaredConstructor(int.class).newInstance()); t("c4",()->A.class.getDeclaredConstructor().newInstance()); t("abs",()->Abs.class.getDeclaredConstructor().newInstance()); t("enum",()->E.class.getDeclaredConstructors()[0].newInstance("a",1));
    t("absm",()->Abs.class.getDeclaredMethod("m").invoke(null)); t("cnull",()->A.class.getDeclaredConstructor(int.class).newInstance((Object)null));
    t("ncbad",()->A.class.newInstance());
  }
}
